"""Merge a golden file: make it again from the changes of both sides. Git runs this; see `onefold git-setup`.

Changes are merged by meaning, field by field, and texts line by line. Where both sides changed the same, the file gets
the usual marks and the exit code is 1: resolve the workflow's source then, and run `onefold golden`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.frontends.frontend import Limits
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE, UsageError
from onefold.tools.cli.streams import complain, encoded, reason_of
from onefold.tools.files import read_whole
from onefold.tools.git import GitRefusal
from onefold.tools.golden_merge import marked_texts, merge_goldens
from onefold.tools.writing import write_files

EXAMPLE: Final = "onefold git-merge BASE OURS THEIRS golden/review.yaml"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("base", metavar="BASE", help="file with what both sides began with")
    parser.add_argument("ours", metavar="OURS", help="file with the one side; it is replaced by the merged golden")
    parser.add_argument("theirs", metavar="THEIRS", help="file with the other side")
    parser.add_argument("path", metavar="PATH", help="what the golden is called")


def run(options: Namespace) -> int:
    """Merge into the file of the one side; the exit code."""
    try:
        base, ours, theirs = (_text(each) for each in (options.base, options.ours, options.theirs))
        merged = merge_goldens(base, ours, theirs, Limits())
        text = marked_texts(base, ours, theirs)[0] if merged is None else merged
        write_files({Path(options.ours): encoded(text)}, over=(Path(options.ours),))
    except GitRefusal as refusal:
        complain(str(refusal))
        return UNABLE
    except OSError as error:
        complain(f"cannot merge `{options.path}`: {reason_of(error)}")
        return UNABLE
    if merged is None:
        complain(f"`{options.path}` is in conflict: resolve the workflow's source, then run `onefold golden`")
        return FINDINGS
    return DONE


def _text(path: str) -> str:
    data = read_whole(Path(path))
    if data is None:
        raise UsageError(f"there is no file `{path}`")
    return data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
