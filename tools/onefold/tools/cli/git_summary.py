"""Print as Markdown what changed in the meaning of all workflows between two revisions; for the summary of a job.

Workflows are known by their ids, so that one which moved to another file or another format is compared with itself.
Texts that stand in files of their own are those of the revision.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.tools.cli.exits import DONE, UNABLE
from onefold.tools.cli.inputs import tell_of_configuration
from onefold.tools.cli.streams import complain, write
from onefold.tools.git import GitRefusal
from onefold.tools.git_changes import changes_between
from onefold.tools.git_setup import top_of
from onefold.tools.git_tree import tree_at
from onefold.tools.goldens import NoGoldenFolder, folder_of
from onefold.tools.show.changes import render_changes
from onefold.tools.workspace import BrokenConfiguration, Workspaces

EXAMPLE: Final = "onefold git-summary main HEAD"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("old", metavar="OLD", help="revision of git to compare with")
    parser.add_argument("new", metavar="NEW", nargs="?", default="HEAD", help="revision that is compared (HEAD)")


def run(options: Namespace) -> int:
    """Print the changes; the exit code, which is not that of findings."""
    here, workspaces = Path.cwd(), Workspaces()
    try:
        top = top_of(here)
        limits = workspaces.around(here).limits

        def admits(path: str) -> bool:
            place = top / path
            workspace = workspaces.around(place.parent)
            return workspace.admits(place, is_folder=False) and not place.is_relative_to(folder_of(workspace))

        changes = changes_between(tree_at(options.old, here), tree_at(options.new, here), admits, limits)
    except BrokenConfiguration as broken:
        tell_of_configuration(broken, set())
        return UNABLE
    except (GitRefusal, NoGoldenFolder) as refusal:
        complain(str(refusal))
        return UNABLE
    write(render_changes(changes))
    return DONE
