"""Blocks of text: `|` keeps the line ends, `>` makes spaces of them, `-` drops the last one."""

from __future__ import annotations

from onefold.frontends.yaml.quick_inline import Unsure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def block(lines: Sequence[str], first: int, parent: int, header: str) -> tuple[str, int]:
    """The text of a block whose lines begin with the line `first`, and the number of the line after it.

    `parent` is the column of the collection that holds the block, whose lines are indented more.
    """
    digit, chomping = _indicators(header[1:])
    indent = parent + digit if digit else _indentation(lines, first, parent)
    margin = " " * indent
    end = first
    while end < len(lines) and (lines[end].startswith(margin) or not lines[end].strip(" ")):
        end += 1
    body = [line[indent:] for line in lines[first:end]]
    if end == len(lines):
        # Nothing comes after the last line end. Readers do not agree on a last line without one.
        if lines[-1]:
            raise Unsure
        body.pop()
    return _chomped(body, chomping, folds=header[0] == ">"), end


def _indicators(written: str) -> tuple[int, str]:
    """How far a block says that it is indented, 0 where it does not, and its sign for line ends at its end."""
    chomping = "+" if "+" in written else "-" if "-" in written else ""
    digit = written.replace(chomping, "", 1)
    if digit not in ("", *"123456789"):
        raise Unsure
    return int(digit or 0), chomping


def _indentation(lines: Sequence[str], first: int, parent: int) -> int:
    """How far the first line that is not blank is indented."""
    longest = 0
    for index in range(first, len(lines)):
        line = lines[index]
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
