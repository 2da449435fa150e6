"""What people are told of a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.frontends.report import code_named
from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.patch.draft import edge_words
from onefold.kernel.words import counted
from onefold.tools.cli.streams import complain, say_diagnostics

if TYPE_CHECKING:
    from onefold.tools.patch.judging import JudgedPatch


def tell(judged: JudgedPatch, path: str) -> None:
    """Say on standard error all that is wrong: with the patch, with what comes of it, and beyond the ceiling."""
    say_diagnostics(judged.failures, path)
    if not judged.failures:
        say_diagnostics(judged.after.diagnostics, str(judged.after.path))
    code = code_named("widening-patch")
    widening: Any = judged.report.delta["widening"]
    for each in widening:
        complain(f"[{code.id}] {code.message.format_map(each)}")


def lines(judged: JudgedPatch) -> list[str]:
    """A summary: whether the patch does, and what it changes."""
    report = judged.report
    data = report.data()
    base = f"{data['base']}; the bundle is {report.found}" if report.base is None else report.base
    return [
        f"{report.name} on {report.before.id}: {_verdict(judged)}",
        f"  base  {base}",
        *_changes(data["graph_diff"]),
    ]


def _verdict(judged: JudgedPatch) -> str:
    if judged.failures:
        return "it cannot be applied"
    valid = "it applies" if judged.after.is_valid else "the patched bundle has errors"
    widening: Any = judged.report.delta["widening"]
    more = f"{counted(len(widening), 'thing')} more than it may"
    return f"{valid}, and asks for {more if widening else 'nothing more'}"


def _changes(difference: dict[str, Any]) -> list[str]:
    signs = (("+ node", "added_nodes"), ("+ edge", "added_edges"), ("- edge", "removed_edges"))
    more = (("~ node", "updated_nodes"), ("~ prompt", "updated_capsules"), ("~ policy", "policy_fields_changed"))
    return [f"  {sign} {_named(each)}" for sign, name in (*signs, *more) for each in difference[name]]


def _named(each: Any) -> str:  # noqa: ANN401 - an id, or an edge
    if isinstance(each, str):
        return each
    return edge_words(GraphEdge(origin=each["from"], target=each["to"], branch=each["branch"], label=each["label"]))
