"""Write a small, valid, commented starter workflow.

`onefold init review` writes `review.fold.yaml`, whose workflow is called `review`. A file that exists is never
touched. Without a name, or with `-`, the workflow is printed.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path
from typing import Final

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS, for_file, named
from onefold.tools.cli.exits import DONE, UNABLE, UsageError
from onefold.tools.cli.streams import complain, reason_of, say, write
from onefold.tools.show.cells import escaped
from onefold.tools.writing import create_file

EXAMPLE: Final = "onefold init review\nonefold init --format toml flows/review\nonefold init flows/review.fold"

_DEFAULT: Final = "yaml"
_PLACEHOLDER: Final = "my-workflow"
_LONGEST_ID: Final = 200


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    formats = [each.name for each in FRONTENDS]
    parser.add_argument("--format", choices=formats, help="its format (yaml, unless the ending of NAME says another)")
    parser.add_argument(
        "name",
        nargs="?",
        default="-",
        metavar="NAME",
        help="file to write, with or without its ending; the workflow is called like it; - prints (default)",
    )


def run(options: Namespace) -> int:
    """Write or print the starter; the exit code."""
    path = None if options.name == "-" else Path(options.name)
    if path and path.name in ("", ".."):
        raise UsageError(f"`{options.name}` is a folder and not the name of a file")
    ending = for_file(FRONTENDS, path.name, explicit=True) if path else None
    frontend = named(FRONTENDS, options.format) if options.format else ending or named(FRONTENDS, _DEFAULT)
    assert frontend  # noqa: S101 - argparse took one of the names
    if path is None:
        write(starter(frontend, _PLACEHOLDER))
        return DONE
    if ending not in (None, frontend):
        raise UsageError(f"`{path}` has not the ending of a {frontend.name} file")
    stem = path.name if ending is None else _without_ending(path.name, ending)
    target = path if ending else path.with_name(f"{path.name}{frontend.suffixes[0]}")
    return _create(target, starter(frontend, identifier(stem)))


def starter(frontend: Frontend, workflow: str) -> str:
    """The starter workflow in a format, with this id."""
    text = files("onefold.tools").joinpath("starters", f"starter{frontend.suffixes[0]}").read_text(encoding="utf-8")
    return text.replace(_PLACEHOLDER, workflow, 1)


def identifier(name: str) -> str:
    """The workflow id nearest to a file name.

    >>> [identifier(name) for name in ("review", "my flow (2)", "2nd", "…")]
    ['review', 'my-flow-2', '_2nd', 'my-workflow']
    """
    runs = re.findall(r"[A-Za-z0-9_]+", name[:_LONGEST_ID], re.ASCII)
    joined = "-".join(runs)
    if not joined:
        return _PLACEHOLDER
    return (f"_{joined}" if joined[0].isdigit() else joined)[:_LONGEST_ID].rstrip("-")


def _without_ending(name: str, frontend: Frontend) -> str:
    endings = (*frontend.suffixes, *frontend.explicit_suffixes)
    return name.removesuffix(max((each for each in endings if name.endswith(each)), key=len))


def _create(path: Path, text: str) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        create_file(path, text.encode())
    except (OSError, ValueError) as error:
        is_there = isinstance(error, FileExistsError) and path.exists()
        complain(f"`{path}` exists and is left as it is" if is_there else f"cannot write `{path}`: {reason_of(error)}")
        return UNABLE
    say(f"wrote {escaped(str(path))}")
    return DONE
