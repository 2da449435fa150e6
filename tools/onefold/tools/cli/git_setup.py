"""Let git compare workflows by meaning and merge golden files, in this repository.

Writes settings of git into the configuration of the repository, and lines into .gitattributes; both are taken out by
--uninstall, and other settings and lines stay. `git diff` then shows semantic differences, `git log -p` canonical
ones, and merges of golden files are made from both sides. `git blame` tells who changed a line of the canonical YAML;
with --no-textconv, of the source. The index is never touched. Everyone who clones the repository runs this once;
.gitattributes is committed.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.inputs import tell_of_configuration
from onefold.tools.cli.streams import complain, in_the_way, say, write
from onefold.tools.compiling import frontends
from onefold.tools.git import GitRefusal
from onefold.tools.git_attributes import BrokenMarks
from onefold.tools.git_setup import Setup, setup_of
from onefold.tools.goldens import NoGoldenFolder
from onefold.tools.show.cells import escaped
from onefold.tools.workspace import BrokenConfiguration, Workspaces, shown

EXAMPLE: Final = "onefold git-setup\nonefold git-setup --check\nonefold git-setup --uninstall"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="write nothing; say what is missing or another")
    what.add_argument("--uninstall", action="store_true", help="take out everything that this command has written")


def run(options: Namespace) -> int:
    """Set git up, look whether it is, or undo it; the exit code."""
    here = Path.cwd()
    try:
        setup = setup_of(here, Workspaces().around(here), frontends().frontends)
        try:
            return _run(options, setup)
        except BrokenMarks as broken:
            complain(f"`{shown(setup.attributes)}` cannot be changed: {broken}")
    except BrokenConfiguration as broken:
        tell_of_configuration(broken, set())
    except (GitRefusal, NoGoldenFolder) as refusal:
        complain(str(refusal))
    except OSError as error:
        complain(in_the_way(error))
    return UNABLE


def _run(options: Namespace, setup: Setup) -> int:
    name = escaped(shown(setup.attributes))
    if options.uninstall:
        was_there = setup.uninstall()
        write(f"removed onefold from git's configuration and from {name}\n" if was_there else "nothing to remove\n")
        return DONE
    deviations = [*setup.deviations()]
    if options.check:
        for each in deviations:
            write(f"{escaped(each)}\n")
        if deviations:
            say("run `onefold git-setup`")
            return FINDINGS
    if not deviations:
        write("git is set up\n")
        return DONE
    setup.install()
    write(f"git shows workflows by meaning now, and merges goldens: commit {name}\n")
    return DONE
