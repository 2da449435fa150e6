"""Print a workflow as canonical YAML, so that git can compare what it means. Git runs this; see `onefold git-setup`.

A source that does not compile is printed as it is. Texts that stand in files of their own are named and not shown, as
git does not say which revision a source is of; git compares those files as well.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import encoded, write_bytes
from onefold.tools.git_sources import read_side

EXAMPLE: Final = "onefold git-textconv flows/review.fold.toml"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("path", metavar="FILE", help="file whose ending gives the format")


def run(options: Namespace) -> int:
    """Print the canonical YAML, or else the source; the exit code."""
    side = read_side(Path(options.path), Path(options.path).name)
    write_bytes(side.data if side.canonical is None else encoded(side.text))
    return DONE
