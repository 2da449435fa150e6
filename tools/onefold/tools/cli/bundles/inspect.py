"""Show what a packed bundle holds. Nothing is verified: `onefold bundle verify` does that."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from onefold.kernel.bundle.canonical import manifest_object
from onefold.kernel.digest import version
from onefold.tools.bundle.archives import read_archive
from onefold.tools.bundle.verifying import read_bundle_file
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.refusals import telling_refusals
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import write
from onefold.tools.show.cells import escaped_lines


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="packed bundle")
    add_format(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Show it; the exit code."""
    path = Path(options.file)
    archive = read_archive(read_bundle_file(path))
    manifest = archive.manifest
    entries: list[dict[str, Any]] = [
        {"path": each.path, "size": len(each.data), "mode": each.mode, "hash": version(each.data)}
        for each in archive.entries
    ]
    signature = manifest.signature
    if options.format == "json":
        data = {"bundle_hash": archive.hash(), "manifest": manifest_object(manifest), "entries": entries}
        write_envelope("inspect", True, data)
        return DONE
    signed = "unsigned" if signature is None else f"says that {signature.key_id} signed it"
    maker = "a tool of the contract" if archive.is_contract else "onefold"
    lines = [
        f"{archive.hash()}  {path}",
        f"  {manifest.id} {manifest.version}, schema {manifest.schema_version}, {signed}",
        f"  made by {maker} {manifest.tool_version}, runs {manifest.entrypoint}",
    ]
    lines += [f"  {each['size']:>10}  {each['path']}" for each in entries]
    write(escaped_lines(lines))
    return DONE
