"""Hypothesis strategies that spell one value in the many ways TOML has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from hypothesis import strategies as st
from strategies import texts

from onefold.kernel.values import JsonValue, is_inexact

Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

_SHORT = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", "\x1b": r"\e", '"': r"\"", "\\": r"\\"}


def _is_raw(character: str) -> bool:
    """Whether a character may stand as itself in any string."""
    return character not in '"\\\r\n\x7f' and (character >= " " or character == "\t")


def _escape(draw: Draw, character: str) -> str:
    number = ord(character)
    spellings = [f"\\U{number:08x}"]
    spellings += [f"\\u{number:04X}"] * (number <= 0xFFFF)
    spellings += [f"\\x{number:02x}"] * (number <= 0xFF)
    if character in _SHORT:
        spellings.append(_SHORT[character])
    return str(draw(st.sampled_from(spellings)))


@st.composite
def strings(draw: Draw, text: str, *, may_have_lines: bool = True) -> tuple[str, list[int]]:
    """One spelling of a text, with the index of every character and of the end."""
    kinds = ['"', '"""'] if may_have_lines else ['"']
    if all(_is_raw(character) or character in '"\\' for character in text) and "'" not in text:
        kinds.append("'")
    if may_have_lines and all(_is_raw(character) or character in '"\\\n' for character in text) and "'" not in text:
        kinds.append("'''")
    delimiter = draw(st.sampled_from(kinds))
    line_end = draw(st.sampled_from(["\n", "\r\n"]))
    spelled = delimiter
    if len(delimiter) == 3 and (text.startswith("\n") or draw(st.booleans())):
        spelled += line_end
    indexes = []
    for character in text:
        if delimiter == '"""' and not character.isspace() and draw(st.integers(0, 9)) == 0:
            spelled += draw(st.sampled_from(["\\\n", "\\ \r\n\t ", "\\\n\n  "]))
        indexes.append(len(spelled))
        if character == "\n" and len(delimiter) == 3:
            spelled += line_end if delimiter == "'''" or draw(st.booleans()) else r"\n"
        elif delimiter.startswith("'") or (_is_raw(character) and draw(st.integers(0, 5))):
            spelled += character
        else:
            spelled += _escape(draw, character)
    return spelled + delimiter, [*indexes, len(spelled)]


@st.composite
def numbers(draw: Draw) -> tuple[str, int | float]:
    """A number and its value."""
    if draw(st.booleans()):
        number = draw(st.integers(0, 2**53 - 1))
        spelled = draw(st.sampled_from(["0x{:x}", "0x{:X}", "0o{:o}", "0b{:b}", "{:d}", "{:_d}", "+{:d}"]))
        return spelled.format(number), number
    number = draw(st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not is_inexact(number)))
    spelled = draw(st.sampled_from([repr(number), repr(number).upper()]))
    return spelled, number


_SPACE = st.sampled_from(["", " ", "\t"])
_LINES = st.sampled_from(["", " ", "\n", "\r\n", " # ] } \" '\n\t"])
_DOT = st.sampled_from([".", " . ", "\t."])


@st.composite
def keys(draw: Draw) -> tuple[str, str]:
    """A key of one part and its name."""
    if draw(st.booleans()):
        name = draw(st.text("aZ09_-", min_size=1, max_size=4))
        return name, name
    name = draw(texts())
    return draw(strings(name, may_have_lines=False))[0], name


def values() -> st.SearchStrategy[tuple[str, JsonValue]]:
    """A value's spelling, on one line or several, and the value."""
    booleans = st.sampled_from([("true", True), ("false", False)])
    spelled_texts = texts().flatmap(lambda text: strings(text).map(lambda string: (string[0], text)))
    return st.recursive(
        booleans | numbers() | spelled_texts, lambda inner: _arrays(inner) | _inline_tables(inner), max_leaves=6
    )


@st.composite
def _arrays(draw: Draw, inner: st.SearchStrategy[Any]) -> tuple[str, list[JsonValue]]:
    items = draw(st.lists(inner, max_size=3))
    spelled = ",".join(f"{draw(_LINES)}{item}{draw(_LINES)}" for item, _ in items)
    comma = draw(st.sampled_from(["", ","])) if items else ""
    return f"[{spelled}{comma}{draw(_LINES)}]", [value for _, value in items]


@st.composite
def _inline_tables(draw: Draw, inner: st.SearchStrategy[Any]) -> tuple[str, dict[str, JsonValue]]:
    entries = draw(st.lists(st.tuples(keys(), inner), max_size=3, unique_by=lambda entry: entry[0][1]))
    spelled, table = [], {}
    for (key, name), (text, value) in entries:
        item: JsonValue = value
        if draw(st.booleans()):
            key, item = f"{key}{draw(_DOT)}deep", {"deep": value}
        spelled.append(f"{draw(_LINES)}{key}{draw(_SPACE)}={draw(_SPACE)}{text}{draw(_LINES)}")
        table[name] = item
    comma = draw(st.sampled_from(["", ","])) if entries else ""
    return f"{{{','.join(spelled)}{comma}{draw(_LINES)}}}", table


@st.composite
def texts_and_values(draw: Draw) -> tuple[str, JsonValue]:
    """A whole TOML text and its value."""
    names = draw(st.lists(keys(), min_size=1, max_size=5, unique_by=lambda key: key[1]))
    lines, document = [], {}
    roots = draw(st.integers(0, len(names)))
    for position, (key, name) in enumerate(names):
        spelled, value = draw(values())
        if position < roots:
            lines.append(f"{draw(_SPACE)}{key}{draw(_SPACE)}={draw(_SPACE)}{spelled}")
            document[name] = value
        elif draw(st.booleans()):
            lines += [f"[{draw(_SPACE)}{key}{draw(_DOT)}sub{draw(_SPACE)}]", f"x.y = {spelled}"]
            document[name] = {"sub": {"x": {"y": value}}}
        else:
            lines += [f"[[{key}]] # one", f"x = {spelled}", f"[[ {key} ]]"]
            document[name] = [{"x": value}, {}]
    line_end = draw(st.sampled_from(["\n", "\r\n"]))
    return line_end.join([*lines, draw(_LINES)]), document
