"""Where a step runs: its id, with the branches and the visits it stands in, such as `candidates[3].review`."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, unquote

from onefold.kernel import patterns
from onefold.kernel.classes import frozen

_KEPT: Final = "-_!~*'()"
_STEP: Final = patterns.compile(
    r"(?P<step>[A-Za-z_][A-Za-z0-9_-]*)(?:\.visit\[(?P<visit>[0-9]{1,9})\])?", patterns.ASCII
)
_BRANCH: Final = patterns.compile(r"(?:@attempt_(?P<attempt>[0-9]{1,9}))?\[(?P<key>[^\[\].]+)\]\.", patterns.ASCII)


class MalformedStepPath(ValueError):  # noqa: N818 - it says what the text is
    """A text is no path of a step; the text says why."""


@frozen
class Branch:
    """A branch that a step stands in."""

    step: str
    """Id of the parallel step."""
    key: str
    """What tells its branches apart."""
    visit: int | None = None
    attempt: int = 1


@frozen
class StepPath:
    """The place of one step in a run."""

    step: str
    branches: tuple[Branch, ...] = ()
    """From the outermost."""
    visit: int | None = None
    """Counted from 0, of a step that can run several times; absent for another."""

    def __str__(self) -> str:
        inside = "".join(f"{branch_path(each)}." for each in self.branches)
        return inside + _visited(self.step, self.visit)


def branch_path(branch: Branch) -> str:
    """A branch as it is written, without what it stands in.

    >>> branch_path(Branch("candidates", "Ann.Lee", attempt=2))
    'candidates@attempt_2[Ann%2ELee]'
    """
    attempt = f"@attempt_{branch.attempt}" if branch.attempt > 1 else ""
    # The standard library never encodes a dot.
    key = quote(branch.key, safe=_KEPT).replace(".", "%2E")
    return f"{_visited(branch.step, branch.visit)}{attempt}[{key}]"


def parse_step_path(text: str) -> StepPath:
    """The path that a text says. Raises `MalformedStepPath`.

    >>> parse_step_path("candidates[3].review.visit[1]")
    StepPath(step='review', branches=(Branch(step='candidates', key='3', visit=None, attempt=1),), visit=1)
    """
    branches: list[Branch] = []
    index = 0
    while True:
        step = _STEP.match(text, index)
        if step is None:
            raise MalformedStepPath(_fault(text, index))
        visit = None if step["visit"] is None else int(step["visit"])
        if step.end() == len(text):
            return _checked(StepPath(step["step"], tuple(branches), visit), text)
        branch = _BRANCH.match(text, step.end())
        if branch is None:
            raise MalformedStepPath(_fault(text, step.end()))
        branches.append(Branch(step["step"], _decoded(branch["key"]), visit, int(branch["attempt"] or 1)))
        index = branch.end()


def _visited(step: str, visit: int | None) -> str:
    return step if visit is None else f"{step}.visit[{visit}]"


def _decoded(key: str) -> str:
    return unquote(key, errors="surrogateescape")


def _checked(path: StepPath, text: str) -> StepPath:
    """The path, if there is no other way to write it: two spellings of one place would be two scopes."""
    try:
        written = str(path)
    except UnicodeEncodeError:
        written = ""
    if written != text:
        hint = f": it is written `{written}`" if written else ""
        raise MalformedStepPath(f"`{text}` is not the path of a step as it is written{hint}")
    return path


def _fault(text: str, index: int) -> str:
    rest = text[index:]
    what = f"`{rest[0]}` cannot stand at its character {index + 1}" if rest else "it ends too early"
    return f"`{text}` is no path of a step such as `review` or `candidates[3].review`: {what}"
