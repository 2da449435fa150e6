"""Write the patched bundle, or change its sources so that they say it; a patch that fails writes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onefold.frontends.json.render import render
from onefold.kernel.bundle.canonical import manifest_object
from onefold.tools.bundle.refusal import Refused
from onefold.tools.cli.bundles.envelope import write_envelope
from onefold.tools.cli.bundles.refusals import telling_refusals, writing
from onefold.tools.cli.exits import DONE, FINDINGS, UsageError
from onefold.tools.cli.patches.operands import add_operands, judged
from onefold.tools.cli.patches.words import lines, tell
from onefold.tools.cli.streams import say, write
from onefold.tools.patch.sources import patched_sources
from onefold.tools.show.cells import escaped_lines
from onefold.tools.writing import write_files

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from onefold.tools.patch.judging import JudgedPatch


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    add_operands(parser)
    parser.add_argument("--out", "-o", metavar="FILE", help="write there; with --source also in place of the source")


@telling_refusals
def run(options: Namespace) -> int:
    """Apply; the exit code."""
    found = judged(options)
    if not options.base and found.report.base is None and not found.failures:
        raise Refused("patch.base_missing", "unstated-patch-base", data=found.report.data(), found=found.report.found)
    if not found.report.is_valid:
        if options.format == "json":
            write_envelope("apply", False, {**found.report.data(), "written": []}, command="patch")
        tell(found, options.patch)
        return FINDINGS
    return _write_source(options, found) if options.source else _write_bundle(options, found)


def _write_source(options: Namespace, found: JudgedPatch) -> int:
    """The sources that say the patched bundle now, in their places, or the one that changes elsewhere."""
    files = patched_sources(found.before, found.after.manifest)
    if options.out and len(files) > 1:
        raise UsageError(f"the patch changes {len(files)} files: leave --out away to change them in their places")
    written = {Path(options.out) if options.out else path: data for path, data in files.items()}
    with writing():
        write_files(written, over=tuple(files))
    names = [str(each) for each in written]
    if options.format == "json":
        write_envelope("apply", True, {**found.report.data(), "written": names}, command="patch")
    else:
        write(escaped_lines((*lines(found), *(f"  wrote {each}" for each in names))))
    return DONE


def _write_bundle(options: Namespace, found: JudgedPatch) -> int:
    """The patched bundle as JSON of the contract, to a file or to standard output."""
    bundle = found.after
    if bundle.gate is not None:
        raise Refused("patch.packed", "packed-patch-target")
    if not bundle.is_contract:
        raise UsageError(f"`{options.bundle}` is changed in its own text: name it with --source")
    data = render(manifest_object(bundle.manifest)).rstrip("\n").encode()
    if options.out:
        with writing():
            write_files({Path(options.out): data})
    if options.format == "json":
        more = {} if options.out else {"bundle": manifest_object(bundle.manifest)}
        written = [options.out] if options.out else []
        write_envelope("apply", True, {**found.report.data(), "written": written, **more}, command="patch")
    elif options.out:
        write(escaped_lines((*lines(found), f"  wrote {options.out}")))
    else:
        # The bundle alone goes to standard output, so that it can be handed on.
        say(escaped_lines(lines(found)).rstrip("\n"))
        write(f"{data.decode()}\n")
    return DONE
