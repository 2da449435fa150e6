"""Show what a bundle will do, before anyone runs it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onefold.kernel.words import counted
from onefold.tools.bundle.scene import scene_of_preview
from onefold.tools.cli.bundles.apart import require_apart
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.gate import opened
from onefold.tools.cli.bundles.refusals import telling_refusals, writing
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.streams import complain, say_diagnostics, write
from onefold.tools.graph.layout import TooLarge
from onefold.tools.show.cells import escaped_lines
from onefold.tools.writing import write_files

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from onefold.kernel.bundle.preview import Preview
    from onefold.tools.bundle.opened import OpenedBundle


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="bundle or workflow")
    add_format(parser)
    parser.add_argument("--mermaid", action="store_true", help="print the graph as Mermaid text")
    parser.add_argument("--svg", metavar="FILE", help="write a picture of the graph")
    parser.add_argument("--html", metavar="FILE", help="write a page with everything")
    parser.set_defaults(strict=False, allow_unsigned=True, require_trusted_signer=False, trust_policy=None)


@telling_refusals
def run(options: Namespace) -> int:
    """Show the bundle, also where it is not valid; the exit code."""
    require_apart(options.svg, options.html)
    bundle = opened(options, is_shown=True)
    shown = bundle.preview()
    if not _write_pictures(options, shown):
        return UNABLE
    if options.format == "json":
        write_envelope("preview", bundle.is_valid, shown.data)
    else:
        say_diagnostics(bundle.diagnostics, str(bundle.path))
        write(f"{shown.mermaid}\n" if options.mermaid else preview_text(bundle, shown))
    return DONE if bundle.is_valid else FINDINGS


def _write_pictures(options: Namespace, shown: Preview) -> bool:
    if not options.svg and not options.html:
        return True
    files: dict[Path, bytes] = {}
    scene = scene_of_preview(shown)
    try:
        if options.svg:
            from onefold.tools.graph.picture import picture

            files[Path(options.svg)] = picture(scene).encode()
        if options.html:
            from onefold.tools.show.bundle import render

            files[Path(options.html)] = render(shown, scene).encode()
    except TooLarge:
        complain(f"with {len(shown.nodes)} nodes the graph is too large to be drawn: --mermaid draws nothing")
        return False
    with writing():
        write_files(files)
    return True


def preview_text(bundle: OpenedBundle, shown: Preview) -> str:
    """What people are shown of a bundle."""
    data = shown.data
    lines = [f"{data['bundle_id']} {data['bundle_version']}, workflow {data['workflow_id']}"]
    digests = data["digests"]
    assert isinstance(digests, dict)  # noqa: S101 - a preview has them
    lines += [f"  {name:<8} {value}" for name, value in digests.items() if value is not None]
    if bundle.is_contract:
        lines.append(f"  contract {data['graph_digest']}")
    lines += ["", f"validation: {bundle.counted}"]
    lines += ["", "starts:"]
    lines += [f"  {each.label}" for each in shown.nodes if each.trigger is not None] or ["  nothing"]
    lines += ["", "nodes:"]
    ways: dict[str, list[str]] = {}
    for edge in shown.manifest.workflow.edges:
        words = f" ({edge.label or edge.branch})" if edge.label or edge.branch else ""
        ways.setdefault(edge.origin, []).append(f"{edge.target}{words}")
    for each in shown.nodes:
        if each.workflow_node is not None:
            onward = ", ".join(ways.get(each.workflow_node, ["end"]))
            lines.append(f"  {each.workflow_node}  {each.type}: {each.label.partition(chr(10))[0]}  -> {onward}")
    policy = shown.manifest.policy
    tried = counted(policy.retry.max_attempts, "attempt")
    lines += ["", f"policy: {policy.autonomy_tier}, {tried}, missed events: {policy.catchup.mode}"]
    if policy.approval_required:
        lines.append(f"approval: {', '.join(policy.approval_required)}")
    lines += [f"connector: {each.id} ({', '.join(each.scopes)})" for each in shown.manifest.connectors]
    return escaped_lines(lines)
