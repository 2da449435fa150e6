"""Walk a bundle, with recorded outputs where there are any, and print the receipt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from onefold.frontends.json.render import render
from onefold.kernel.bundle.receipt import Run, UnknownEnd, UnknownTrigger
from onefold.kernel.bundle.validate import validation_report
from onefold.tools.bundle.ceilings import ReadCeiling, read_ceiling
from onefold.tools.bundle.refusal import Refused
from onefold.tools.bundle.requests import excesses_of, request_of
from onefold.tools.bundle.running import read_outputs
from onefold.tools.bundle.running import run as run_bundle
from onefold.tools.cli.bundles.asking import nested_report, tell_unknown, told_excesses, warnings_of
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.gate import add_gate, opened
from onefold.tools.cli.bundles.refusals import CannotRun, telling_refusals, writing
from onefold.tools.cli.exits import DONE, FINDINGS
from onefold.tools.cli.streams import say, say_diagnostics, write
from onefold.tools.show.cells import escaped_lines
from onefold.tools.workspace import workspace_root
from onefold.tools.writing import write_files

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from onefold.tools.bundle.opened import OpenedBundle


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="bundle or workflow")
    add_format(parser)
    parser.add_argument("--trigger-id", metavar="ID", help="the trigger that starts the run; the first when left out")
    parser.add_argument("--event-id", metavar="ID", help="the event that it answers")
    parser.add_argument("--outputs", metavar="FILE", help="how steps ended: `steps: {ID: {outcome, output}}`")
    parser.add_argument("--ceiling", metavar="FILE", help="do not begin if the bundle asks for more than this allows")
    parser.add_argument("--receipt-out", metavar="FILE", help="write the receipt there")
    add_gate(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Run the bundle; the exit code."""
    ceiling = None if options.ceiling is None else read_ceiling(Path(options.ceiling))
    bundle = opened(options)
    if not bundle.is_valid:
        if options.format == "json":
            report = validation_report(bundle.manifest, bundle.rows, bundle.graph_digest())
            write_envelope("run", False, report)
        say_diagnostics(bundle.diagnostics, str(bundle.path))
        return FINDINGS
    if bundle.gate is not None and bundle.gate["execution"] == "incompatible":
        reason = "it is for another runtime, and the bundle lets nothing else run in its place"
        raise Refused("linked_program.incompatible", "wrong-linked-program", reason=reason)
    if ceiling is not None and not _is_below(bundle, ceiling, options):
        return FINDINGS
    outputs = None if options.outputs is None else read_outputs(Path(options.outputs))
    what = Run(bundle.manifest, bundle.is_contract, options.trigger_id, options.event_id, outputs, bundle.package)
    try:
        receipt: Any = run_bundle(what)
    except UnknownTrigger as unknown:
        raise CannotRun("run.unknown_trigger", f"trigger_id: the bundle has no trigger `{unknown}`") from None
    except UnknownEnd as unknown:
        raise CannotRun("run.unknown_output", f"outputs: {unknown}") from None
    if options.receipt_out:
        with writing():
            write_files({Path(options.receipt_out): render(receipt).rstrip("\n").encode()})
    if options.format == "json":
        write_envelope("run", receipt["status"] == "completed", receipt, gate=bundle.gate)
    else:
        write(escaped_lines((*_lines(receipt), *_gate_lines(bundle))))
    return DONE if receipt["status"] == "completed" else FINDINGS


def _is_below(bundle: OpenedBundle, ceiling: ReadCeiling, options: Namespace) -> bool:
    """Whether a bundle asks for nothing beyond a ceiling; tells of what it does."""
    asked = request_of(bundle)
    found = excesses_of(asked, ceiling.ceiling, workspace_root(bundle.path))
    if options.format != "json":
        say_diagnostics(ceiling.diagnostics, str(ceiling.path))
        tell_unknown(asked)
    if not found:
        return True
    if options.format == "json":
        refused = Refused("run.beyond_ceiling", "beyond-ceiling", target=asked.label, ceiling=ceiling.path)
        write_envelope("run", False, nested_report(asked, ceiling, found), refused.error(), warnings_of(asked))
    else:
        say(told_excesses(asked, ceiling, found).rstrip("\n"))
    return False


def _gate_lines(bundle: OpenedBundle) -> list[str]:
    """What became of an archive at the gate."""
    if bundle.gate is None:
        return []
    signer = bundle.gate["key_id"]
    return [
        f"  bundle {bundle.package}",
        f"  {bundle.gate['execution']}, {f'signed by {signer}' if signer else 'unsigned'}",
    ]


def _lines(receipt: dict[str, Any]) -> list[str]:
    assumed = ", assumed: no recorded ends were given with --outputs" if receipt["outputs"] is None else ""
    lines = [f"{receipt['run_id']}: {receipt['status']}{assumed}"]
    if receipt["trigger_id"] is not None:
        lines.append(f"  trigger {receipt['trigger_id']}, at {receipt['start_node']}")
    lines += [f"  event {each}" for each in receipt["event_ids"]]
    for each in (*receipt["executed_nodes"], *receipt["other_nodes"]):
        outcome = f" ({each['outcome']})" if each.get("outcome") else ""
        lines.append(f"  {each['status']:<11} {each['node_id']}{outcome}")
    lines += [f"  at {each} it is not recorded how the run goes on" for each in receipt["unrecorded"]]
    return [*lines, f"  receipt {receipt['receipt_digest']}"]
