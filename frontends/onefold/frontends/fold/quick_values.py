"""The values of the quick reader of fold: words, numbers, texts, lists and JSON.

Every reader is given the text and where a value begins, and gives the value and where it ends; it raises `Unsure`
where the tables of the grammar have to decide. Of the same few words large texts are made, so each is kept once.
"""

from __future__ import annotations

from _json import scanstring
from sys import intern

from onefold.frontends.fold.scalars import CONSTANTS, spelled
from onefold.frontends.frontend import Unsure
from onefold.frontends.number import refusal
from onefold.frontends.predicate import quick as predicates
from onefold.kernel import patterns
from onefold.kernel.remembered import are_parts_shared

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Any, Final, TypeAlias

    Read: TypeAlias = Callable[[str, int], tuple[Any, int]]

# What all patterns of the quick reader are put together from.
SPACE: Final = r"[ \t\r\n]*+"
_COMMENT: Final = rf"(?:(?://[^\r\n]*+|/\*(?:[^*]|\*(?!/))*+\*/){SPACE})"
GAP: Final = rf"{SPACE}{_COMMENT}*+"
# What a word is followed by: only where a token is sure to end here too is it the one of the grammar.
BLANK: Final = r"(?=[ \t\r\n])"
END: Final = r"(?=[ \t\r\n,{}\[\]]|\Z)"
NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*+"
WORD: Final = rf"{NAME}(?:[-./:][A-Za-z0-9_]++)*+"
# An amount of money is one token.
NO_MONEY: Final = rf"(?!{GAP}[A-Z]{{3}})"
# A number, or a word that begins like one.
NUMBER: Final = rf"-?[0-9][A-Za-z0-9_]*+(?:(?:[-.]|(?<=[eE])\+(?=[0-9]))[A-Za-z0-9_]++)*+{NO_MONEY}"
# Two groups, for `scalar`.
SCALAR: Final = rf"(?:({WORD})|({NUMBER})){END}"
_GLOB: Final = r"(?!/[/*])[-*./:A-Za-z0-9_]++"
_ANY_TEXT: Final = r'"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"'
_PLAIN_TEXT: Final = r'"[^"\\\x00-\x1f]*+"'
# A name, not an operator, or the end of what the predicate stands in.
_AFTER_PREDICATE: Final = patterns.compile(rf"{GAP}(?:(?!in(?![A-Za-z0-9_]))[A-Za-z_]|[,}}]|\Z)")
# A string, comments, or a quotation mark that begins none.
_COMMENTED: Final = patterns.compile(
    rf"""("(?:[^"\\\r\n]|\\[^\r\n])*+"|'(?:[^'\\\r\n]|\\[^\r\n])*+')|({SPACE}{_COMMENT}++)|["']"""
)
# A character of a predicate is at most one symbol of the parser, which has a limit.
_LONGEST_PREDICATE: Final = 4000
# Most end much sooner, and comments are looked for in twice as much text.
_SHORT_PREDICATE: Final = 120

_CONTROL: Final = patterns.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SCALAR: Final = patterns.compile(SCALAR)
_WORDS: Final = patterns.compile(rf"\[(?:{SPACE}{WORD}{SPACE},)*+(?:{SPACE}{WORD})?+{SPACE}\]")
_GLOBS: Final = patterns.compile(
    rf"\[(?:{SPACE}(?:{_GLOB}|{_PLAIN_TEXT}){SPACE},)*+(?:{SPACE}(?:{_GLOB}|{_PLAIN_TEXT}))?+{SPACE}\]"
)
_TEXTS: Final = patterns.compile(rf"\[(?:{SPACE}{_PLAIN_TEXT}{SPACE},)*+(?:{SPACE}{_PLAIN_TEXT})?+{SPACE}\]")
_BARE: Final = patterns.compile(r"[^\[\], \t\r\n]++")
_BARE_OR_TEXT: Final = patterns.compile(rf"{_PLAIN_TEXT}|[^\[\], \t\r\n]++")
_TEXT: Final = patterns.compile(r'"([^"]*+)"')

_BLOCK: Final = patterns.compile(r'"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+"""')
_ESCAPE: Final = patterns.compile(r"\\(?:u[0-9a-fA-F]{4}(?:\\u[0-9a-fA-F]{4})*+|[\s\S])")
# Half of a pair that stands for one character.
_SURROGATE: Final = patterns.compile(r"[\ud800-\udfff]")

_KEY: Final = r"(?!(?:true|false|null)(?![A-Za-z0-9_$-]))[A-Za-z_$][A-Za-z0-9_$-]*+"
_NEXT: Final = rf"{GAP}(?:,|(?=[\]}}]))"
# A member of an object, with its value where that is a short one.
_MEMBER: Final = patterns.compile(
    rf"{GAP}({_KEY}|{_ANY_TEXT}){GAP}:{GAP}"
    rf'(?:"([^"\\\x00-\x1f]*+)"{_NEXT}|(true|false|null){_NEXT}|(0|[1-9][0-9]{{,14}}+){_NEXT})?+'
)
_SEPARATOR: Final = patterns.compile(_NEXT)
_CLOSE_OBJECT: Final = patterns.compile(rf"{GAP}\}}")
_CLOSE_ARRAY: Final = patterns.compile(rf"{GAP}\]")
_SKIP: Final = patterns.compile(GAP)
# What is known again: of values that begin alike the last one, if it is not long.
_BEGINNING: Final = 64
_LONGEST_KNOWN: Final = 1_000
_MOST_KNOWN: Final = 256
# Levels of JSON that are read quickly.
MOST_LEVELS: Final = 40


def is_clear(text: str) -> bool:
    """Whether a text has no control characters but white space."""
    return text.replace("\n", "").isprintable() or _CONTROL.search(text) is None


def end_of(match: re.Match[str] | None) -> int:
    """Where a match ends that has to be there."""
    if match is None:
        raise Unsure
    return match.end()


def once(reader: Read) -> Read:
    """The reader of values that nearly always are in brackets, with a memory of those that it read.

    Where the same characters up to the last bracket stand again they are the same value, where parts are shared.
    """
    known: dict[str, tuple[str, Any]] = {}

    def read(text: str, position: int) -> tuple[Any, int]:
        if not are_parts_shared():
            return reader(text, position)
        beginning = text[position : position + _BEGINNING]
        found = known.get(beginning)
        if found is not None and text.startswith(found[0], position):
            return found[1], position + len(found[0])
        made, end = reader(text, position)
        if end - position <= _LONGEST_KNOWN and text[end - 1] in "]}":
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[beginning] = text[position:end], made
        return made, end

    return read


# Words and numbers.


def number(figures: str) -> int | float | str:
    """The number that is spelled, or the text where it spells none: a duration is a string."""
    if figures.isdecimal() and len(figures) < 16 and (figures[0] != "0" or figures == "0"):
        return int(figures)
    made = spelled(figures)
    if made is None:
        return intern(figures)
    if refusal(made):
        raise Unsure
    return made


def scalar(match: re.Match[str], group: int) -> int | float | str:
    """The word that is one group of a match, or the number that is the next."""
    word: str | None = match[group]
    return number(match[group + 1]) if word is None else word


def value(text: str, position: int) -> tuple[Any, int]:
    """A word, a number, a text, or a list of words."""
    if text.startswith("[", position):
        return words(text, position)
    if text.startswith('"', position):
        return quoted(text, position)
    match = _SCALAR.match(text, position)
    if match is None:
        raise Unsure
    return scalar(match, 1), match.end()


def words(text: str, position: int) -> tuple[list[str], int]:
    """A list of words."""
    end = end_of(_WORDS.match(text, position))
    return [*map(intern, _BARE.findall(text, position, end))], end


def globs(text: str, position: int) -> tuple[list[str], int]:
    """A list of globs, some of them in quotes."""
    end = end_of(_GLOBS.match(text, position))
    found = _BARE_OR_TEXT.findall(text, position, end)
    return [intern(each[1:-1] if each[0] == '"' else each) for each in found], end


def predicate(text: str, position: int) -> tuple[str, int]:
    """A predicate, as it is written."""
    # The conditions of one workflow are often alike, and nearly always end with their lines.
    line_end = text.find("\n", position, position + _LONGEST_PREDICATE)
    is_known = line_end > 0 and predicates.is_known(text[position:line_end])
    end = line_end if is_known else predicates.end(text, position)
    if end is None or _AFTER_PREDICATE.match(text, end) is None:
        return _commented(text, position)
    if end - position > _LONGEST_PREDICATE:
        raise Unsure
    return text[position:end], end


def _commented(text: str, position: int) -> tuple[str, int]:
    """A predicate with comments, for each of which white space of the same length stands in it."""
    for longest in (_SHORT_PREDICATE, _LONGEST_PREDICATE):
        near = _COMMENTED.sub(_without_comment, text[position : position + 2 * longest])
        end = predicates.end(near, 0)
        if end is not None and end <= longest and _AFTER_PREDICATE.match(text, position + end) is not None:
            return near[:end], position + end
    raise Unsure


def _without_comment(match: re.Match[str]) -> str:
    """Strings as they are, white space for comments, and what no predicate goes on with for anything else."""
    return match[0] if match[1] else " " * len(match[2]) if match[2] else "\0"


# Texts.


def quoted(text: str, position: int) -> tuple[str, int]:
    """A text in quotes, or a text block."""
    if text.startswith('"""', position):
        return _block(text, position)
    if not text.startswith('"', position):
        raise Unsure
    try:
        made, end = scanstring(text, position + 1, True)
    except (ValueError, SystemError):
        # Without the module that its error is of, the scanner has none to raise.
        raise Unsure from None
    if len(made) != end - position - 2 and _SURROGATE.search(made):
        raise Unsure
    return made, end


def _block(text: str, position: int) -> tuple[str, int]:
    """A text in lines of its own, without the white space that only indents them."""
    inside = position + 3
    end = text.find('"""', inside)
    if end < 0:
        raise Unsure
    if text.find("\\", inside, end) >= 0:
        end = end_of(_BLOCK.match(text, position)) - 3
    opening, *lines = text[inside:end].replace("\r\n", "\n").split("\n")
    if opening or not lines:
        raise Unsure
    last = lines[-1]
    margin = last[: len(last) - len(last.lstrip(" \t"))]
    width = len(margin)
    made = "\n".join([line[width:] if line.startswith(margin) else _blank(line, width) for line in lines])
    if "\r" in made:
        raise Unsure
    return _ESCAPE.sub(_unescaped, made) if "\\" in made else made, end + 3


def _blank(line: str, width: int) -> str:
    """The empty line that a line is whose margin is too short."""
    if len(line) >= width or line.strip(" \t"):
        raise Unsure
    return ""


def _unescaped(match: re.Match[str]) -> str:
    """What an escape stands for; an escaped line end joins two lines."""
    return "" if match[0] == "\\\n" else quoted(f'"{match[0]}"', 0)[0]


# JSON.


def json(text: str, position: int, room: int = MOST_LEVELS) -> tuple[Any, int]:
    """A JSON value of at most `room` levels."""
    if not room:
        raise Unsure
    first = text[position : position + 1]
    if first == "{":
        return _object(text, position + 1, room)
    if first == "[":
        return _array(text, position, room)
    if first == '"':
        return quoted(text, position)
    match = _SCALAR.match(text, position)
    if match is None:
        raise Unsure
    made = CONSTANTS.get(match[1], match[1]) if match[1] else number(match[2])
    if isinstance(made, str):
        raise Unsure
    return made, match.end()


def _object(text: str, position: int, room: int) -> tuple[dict[str, Any], int]:
    """An object, from behind its brace."""
    made: dict[str, Any] = {}
    while (match := _MEMBER.match(text, position)) is not None:
        key, plain, constant, whole = match.groups()
        position = match.end()
        if key[0] == '"':
            key = quoted(text, match.start(1))[0]
        if key in made:
            raise Unsure
        key = intern(key)
        if plain is not None:
            made[key] = plain
        elif constant:
            made[key] = CONSTANTS[constant]
        elif whole:
            made[key] = int(whole)
        else:
            made[key], position = json(text, position, room - 1)
            position = end_of(_SEPARATOR.match(text, position))
    return made, end_of(_CLOSE_OBJECT.match(text, position))


def _array(text: str, position: int, room: int) -> tuple[list[Any], int]:
    """An array; most are of texts."""
    match = _TEXTS.match(text, position)
    if match is not None:
        return [*map(intern, _TEXT.findall(text, position, match.end()))], match.end()
    made: list[Any] = []
    position += 1
    while (match := _CLOSE_ARRAY.match(text, position)) is None:
        item, position = json(text, end_of(_SKIP.match(text, position)), room - 1)
        made.append(item)
        position = end_of(_SEPARATOR.match(text, position))
    return made, match.end()
