"""Write the files of a packed bundle into a folder. Nothing is verified: `onefold bundle verify` does that."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from onefold.tools.bundle.archives import read_archive
from onefold.tools.bundle.unpacking import unpack
from onefold.tools.bundle.verifying import read_bundle_file
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.refusals import telling_refusals, writing
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import write
from onefold.tools.show.cells import escaped


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="packed bundle")
    parser.add_argument("folder", metavar="DIR", help="folder that is made")
    parser.add_argument("--force", action="store_true", help="replace an unpacked bundle that is there")
    add_format(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Unpack; the exit code."""
    archive = read_archive(read_bundle_file(Path(options.file)))
    with writing():
        count = unpack(archive, Path(options.folder), force=options.force)
    if options.format == "json":
        write_envelope("unpack", True, {"output_path": options.folder, "files": count})
    else:
        write(f"{count} files in {escaped(options.folder)}\n")
    return DONE
