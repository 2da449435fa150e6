"""What the words about ceilings have in common: whether a request can be judged, and how excesses are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.frontends.report import code_named
from onefold.kernel.bundle.validate import validation_report
from onefold.tools.cli.bundles.envelope import write_envelope
from onefold.tools.cli.streams import complain, say_diagnostics
from onefold.tools.show.cells import escaped_lines

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from onefold.kernel.ceiling.excess import Widening
    from onefold.tools.bundle.ceilings import ReadCeiling
    from onefold.tools.bundle.requests import Request


def is_usable(asked: Request, options: Namespace, word: str) -> bool:
    """Whether a bundle has no errors; tells of those that it has, and of warnings."""
    bundle = asked.bundle
    if bundle is None:
        return True
    if not bundle.is_valid and options.format == "json":
        report = validation_report(bundle.manifest, bundle.rows, bundle.graph_digest())
        write_envelope(word, False, report)
    if not bundle.is_valid or options.format != "json":
        say_diagnostics([each for each in bundle.diagnostics if each.severity == "error"], str(bundle.path))
    return bundle.is_valid


def tell_unknown(asked: Request) -> None:
    """Say what is not known, and counts as everything."""
    for each in asked.unknown:
        complain(each)


def warnings_of(asked: Request) -> list[dict[str, str]]:
    """The same for programs."""
    return [{"code": "request.unknown", "message": each} for each in asked.unknown]


def nested_report(asked: Request, parent: ReadCeiling, excesses: Sequence[Widening]) -> dict[str, Any]:
    """The contract's report, with the place and both values of each violation beside."""
    return {
        "target_kind": asked.kind,
        "target_label": asked.label,
        "parent": parent.policy,
        "requested": asked.policy(),
        "violations": [violation(each) for each in excesses],
    }


def violation(each: Widening) -> dict[str, Any]:
    """One thing that is beyond a ceiling, for programs."""
    return {
        "kind": each.kind,
        "detail": each.detail,
        "place": each.place,
        "requested": each.requested,
        "allowed": each.allowed,
    }


def told_excesses(asked: Request, parent: ReadCeiling, excesses: Sequence[Widening]) -> str:
    """The same for people, a line each under a sentence."""
    page = code_named("beyond-ceiling")
    message = page.message.format_map({"target": asked.label, "ceiling": parent.path})
    width = max(len(each.kind) for each in excesses)
    lines = [f"[{page.id}] {message}", *(f"  {each.kind:<{width}}  {each.detail}" for each in excesses)]
    lines.append(f"  = help: {page.help}")
    return escaped_lines(lines)
