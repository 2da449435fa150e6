"""The YAML 1.2 core schema: what a plain scalar, or a scalar under a core tag, stands for."""

from __future__ import annotations

from onefold.frontends import number
from onefold.kernel import patterns
from onefold.kernel.values import INTEGRAL_PRINT_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    Scalar: TypeAlias = bool | int | float | str | None


TAG_PREFIX: Final = "tag:yaml.org,2002:"
SCALAR_TAGS: Final = frozenset(TAG_PREFIX + name for name in ("str", "null", "bool", "int", "float"))
CORE_TAGS: Final = SCALAR_TAGS | {TAG_PREFIX + "seq", TAG_PREFIX + "map"}

_NULLS: Final[Mapping[str, None]] = dict.fromkeys(("", "~", "null", "Null", "NULL"))
_BOOLEANS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WORDS: Final[Mapping[str, bool | None]] = {**_NULLS, **_BOOLEANS}
_WORD_STARTS: Final = frozenset(word[:1] for word in _WORDS)
_NUMBER_STARTS: Final = frozenset("0123456789+-.")
# The first characters of plain scalars that may be something other than a string; "" stands for the empty one.
RESOLVED_STARTS: Final = _WORD_STARTS | _NUMBER_STARTS
_INTEGER: Final = patterns.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = patterns.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = patterns.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class Unresolved(Exception):  # noqa: N818 - it is a refusal by rule, not a fault
    """A scalar stands for no value of ours; `code` names the finding."""

    def __init__(self, code: str) -> None:
        """`code` is the name of a finding's code."""
        super().__init__(code)
        self.code = code


def resolve(text: str) -> Scalar:
    """The value of a plain, untagged scalar.

    Raises `Unresolved` for NaN, infinities and integers a double cannot hold exactly.

    >>> [resolve(text) for text in ("010", "0o10", "0x1F", "1e3", "yes", "1_000", "1:30", "~", "True")]
    [10, 8, 31, 1000.0, 'yes', '1_000', '1:30', None, True]
    """
    start = text[:1]
    if start in _WORD_STARTS:
        return _WORDS.get(text, text)
    if start in _NUMBER_STARTS:
        if _INTEGER.fullmatch(text):
            return _integer(text)
        if _FLOAT.fullmatch(text) or _NOT_FINITE.fullmatch(text):
            return _checked(_float(text))
    return text


def resolve_tagged(tag: str, text: str) -> Scalar:
    """The value of a scalar, plain or quoted, under one of `SCALAR_TAGS`.

    Raises `Unresolved`; its code is `tag-mismatch` where `text` is not what the tag says.
    """
    kind = tag.removeprefix(TAG_PREFIX)
    if kind == "str":
        return text
    if kind == "null" and text in _NULLS:
        return None
    if kind == "bool" and text in _BOOLEANS:
        return _BOOLEANS[text]
    if kind in ("int", "float") and _INTEGER.fullmatch(text):
        return _integer(text)
    if kind == "float" and (_FLOAT.fullmatch(text) or _NOT_FINITE.fullmatch(text)):
        return _checked(_float(text))
    raise Unresolved("tag-mismatch")


def _integer(text: str) -> int | float:
    radix = {"0o": 8, "0x": 16}.get(text[:2])
    value = _checked(int(text[2:], radix) if radix else number.integer(_without_leading_zeros(text)))
    # Beyond this everyone prints the nearest double, so nobody may see more digits of it than others.
    return value if abs(value) < INTEGRAL_PRINT_LIMIT else float(value)


def _without_leading_zeros(text: str) -> str:
    digits = text.lstrip("+-").lstrip("0") or "0"
    return f"-{digits}" if text.startswith("-") else digits


def _float(text: str) -> float:
    return float("nan") if _NOT_FINITE.fullmatch(text) else float(text)


def _checked(value: int | float) -> int | float:
    code = number.refusal(value)
    if code:
        raise Unresolved(code)
    return value
