"""Texts of several lines: blocks, of which `|` keeps the line ends and `>` makes spaces of them, and plain scalars."""

from __future__ import annotations

from onefold.frontends.frontend import Unsure
from onefold.frontends.yaml.quick_inline import plain
from onefold.frontends.yaml.quick_lines import text_at_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from onefold.frontends.yaml.scalars import Scalar


def block(lines: list[str], parent: int, header: str) -> str:
    """The text of a block, whose lines are taken from the end of `lines`, where the next one is.

    `parent` is the column of the collection that holds the block, whose lines are indented more.
    """
    digit, chomping = _indicators(header[1:])
    indent = parent + digit if digit else _indentation(lines, parent)
    body = _deeper(lines, indent)
    if not lines and body:
        # The document ends here: with nothing after its last line end, or with a line whose end cannot be kept.
        if not body[-1]:
            body.pop()
        elif body[-1].strip(" "):
            chomping = "-"
        else:
            raise Unsure
    body = [line[indent:] for line in body]
    return _chomped(body, chomping, folds=header[0] == ">")


def continued(line: str, lines: list[str], parent: int, before: str | None) -> Scalar:
    """The plain scalar that goes on with a line and those that are indented as far; it may begin on the line before.

    `parent` is as for a block.
    """
    margin = " " * (parent + 1)
    if not line.startswith(margin):
        raise Unsure
    body = [each.strip(" ") for each in (line, *_deeper(lines, parent + 1))]
    if before is not None:
        body.insert(0, text_at_end(before))
    while not body[-1]:
        body.pop()
    if any(text[:1] == "#" or text[-1:] == ":" or "\t" in text for text in body):
        raise Unsure
    return plain(_folded(body))


def _deeper(lines: list[str], indent: int) -> list[str]:
    """The next lines up to one that is neither blank nor indented so far; they are taken away."""
    margin = " " * indent
    taken: list[str] = []
    while lines and (lines[-1].startswith(margin) or not lines[-1].strip(" ")):
        taken.append(lines.pop())
    return taken


def _indicators(written: str) -> tuple[int, str]:
    """How far a block says that it is indented, 0 where it does not, and its sign for line ends at its end."""
    chomping = "+" if "+" in written else "-" if "-" in written else ""
    digit = written.replace(chomping, "", 1)
    if digit not in ("", *"123456789"):
        raise Unsure
    return int(digit or 0), chomping


def _indentation(lines: Sequence[str], parent: int) -> int:
    """How far the next line that is not blank is indented."""
    longest = 0
    for line in reversed(lines):
        text = line.lstrip(" ")
        if text:
            indent = len(line) - len(text)
            if indent <= parent or indent < longest or text[0] == "\t":
                raise Unsure
            return indent
        longest = max(longest, len(line))
    raise Unsure


def _chomped(body: list[str], chomping: str, *, folds: bool) -> str:
    """The text of the lines, without the blank ones at their end."""
    whole = len(body)
    while body and not body[-1]:
        body.pop()
    # That several line ends are kept is remarked on.
    if not body or (chomping == "+" and len(body) < whole):
        raise Unsure
    text = _folded(body) if folds else "\n".join(body)
    return text if chomping == "-" else f"{text}\n"


def _folded(body: Sequence[str]) -> str:
    """Lines that follow on each other are joined by spaces; what is indented more keeps its line ends."""
    pieces: list[str] = []
    ends, joins = 0, False
    for line in body:
        if line:
            is_text = line[0] not in " \t"
            if pieces and not (joins and is_text):
                ends += 1
            pieces += ("\n" * ends if ends or not pieces else " ", line)
            ends, joins = 0, is_text
        else:
            ends += 1
    return "".join(pieces)
