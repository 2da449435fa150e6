"""Lower ids, globs, version selectors and digests."""

from __future__ import annotations

from onefold.frontends.lower.characters import called
from onefold.frontends.lower.context import INVALID, Invalid
from onefold.frontends.lower.scalars import quoting, wrong_type
from onefold.kernel import patterns
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.diagnostics import Place
from onefold.kernel.digest import is_version
from onefold.kernel.functions import cache
from onefold.kernel.ir.nodes import CHANNEL_ID, VersionSelector
from onefold.kernel.words import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

    from onefold.frontends.lower.context import Context
    from onefold.kernel.ir.declare import Digest, Glob, Identifier, Selector
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

_GLOB = patterns.compile(r"[A-Za-z0-9_.:/*-]+", patterns.ASCII)
_GLOB_LIMIT = 200
_DIGEST = patterns.compile(r"[a-z0-9]+:[0-9a-f]{64}", patterns.ASCII)
_RESERVED_HELP: Final = {
    "declaration": "every step can end so; list only what it can end with besides",
    "reference": "a step that ended well is not tried again",
}


@cache
def _pattern(separators: str) -> re.Pattern[str]:
    # All of them are punctuation, which may be escaped.
    chosen = "".join(f"\\{each}" for each in separators)
    return patterns.compile(rf"[A-Za-z_][A-Za-z0-9_]*+(?:[{chosen}][A-Za-z0-9_]++)*+", patterns.ASCII)


def lower_identifier(context: Context, shape: Identifier, value: JsonValue, path: IrPath) -> str | Invalid:
    """An id of the declared form."""
    if not isinstance(value, str):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        help_line = "an id begins with a letter or `_`" if is_number else quoting(value)
        return wrong_type(context, path, shape.noun, value, help_line)
    return value if is_identifier_in(context, shape, value) else check_identifier(context, shape, value, Place(path))


def check_identifier(context: Context, shape: Identifier, text: str, place: Place) -> str | Invalid:
    """The id itself when it is well formed; a finding at `place` otherwise."""
    fault = _fault(shape, text)
    if fault is not None:
        if fault.index is not None and place.part == "value":
            place = evolve(place, within=(fault.index, fault.index + 1))
        arguments = {"id": text or '""', "noun": shape.noun, "reason": fault.reason}
        return context.report("bad-identifier", place, fault.help, **arguments)
    if text in shape.reserved:
        help_line = _RESERVED_HELP["reference" if shape.refers else "declaration"]
        return context.report("reserved-identifier", place, help_line, id=text, noun=shape.noun)
    return text


def is_identifier(shape: Identifier, text: str) -> bool:
    """Whether a text is an id of the declared form."""
    return _is_formed(shape, text) and text not in shape.reserved


def is_identifier_in(context: Context, shape: Identifier, text: str) -> bool:
    """The same, with a memory of the ids that are well formed: most stand in several places of a document."""
    known = context.ids.get(text)
    if known is None or known.separators != shape.separators or known.limit > shape.limit:
        if not _is_formed(shape, text):
            return False
        context.ids[text] = shape
    return text not in shape.reserved


def _is_formed(shape: Identifier, text: str) -> bool:
    return len(text) <= shape.limit and _pattern(shape.separators).fullmatch(text) is not None


@frozen
class _Fault:
    """Why a text is no id."""

    reason: str
    help: str | None = None
    index: int | None = None
    """The character that is to blame, where it is a single one."""


def _fault(shape: Identifier, text: str) -> _Fault | None:
    if not text:
        return _Fault("it is empty")
    wrong = next((index for index, each in enumerate(text) if not _may_hold(shape, each)), None)
    separators = listed(shape.separators)
    if wrong is not None:
        return _Fault(f"it holds {called(text[wrong])}", _help(shape, text[wrong]), wrong)
    if text[0].isdigit():
        return _Fault("it begins with a digit", "begin with a letter or `_`", 0)
    if not _pattern(shape.separators).fullmatch(text):
        reason = "a separator does not stand between two letters or digits"
        return _Fault(reason, f"use {separators} singly, inside the id only")
    if len(text) > shape.limit:
        return _Fault(f"it has {len(text)} characters, and {shape.limit} are allowed")
    return None


def _may_hold(shape: Identifier, character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_" or character in shape.separators)


def _help(shape: Identifier, wrong: str) -> str:
    if wrong.isascii():
        return f"use letters, digits, `_`, and {listed(shape.separators)} between them"
    return "write it with the letters a to z, digits and `_`"


def lower_glob(context: Context, _shape: Glob, value: JsonValue, path: IrPath) -> str | Invalid:
    """A glob of tool ids."""
    if not isinstance(value, str):
        return wrong_type(context, path, "a glob of tool ids", value)
    if _GLOB.fullmatch(value) and len(value) <= _GLOB_LIMIT:
        return value
    wrong = next((index for index, each in enumerate(value) if not _GLOB.fullmatch(each)), None)
    if wrong is not None:
        place, reason = Place(path, within=(wrong, wrong + 1)), f"it holds {called(value[wrong])}"
    else:
        too_long = f"it has {len(value)} characters, and {_GLOB_LIMIT} are allowed"
        place, reason = Place(path), too_long if value else "it is empty"
    return context.report("bad-glob", place, glob=value or '""', reason=reason)


def lower_selector(context: Context, shape: Selector, value: JsonValue, path: IrPath) -> VersionSelector | Invalid:
    """`latest`, a channel id, or a full version."""
    if not isinstance(value, str):
        expected = "a full version" if shape.exact else "`latest`, a channel id or a full version"
        return wrong_type(context, path, expected, value)
    if value.startswith("blake3:") or shape.exact:
        return VersionSelector(value) if is_version(value) else context.report("bad-version", Place(path), text=value)
    checked = check_identifier(context, CHANNEL_ID, value, Place(path))
    return INVALID if isinstance(checked, Invalid) else VersionSelector(checked)


def lower_digest(context: Context, shape: Digest, value: JsonValue, path: IrPath) -> str | Invalid:
    """A whole digest of the declared algorithm."""
    if not isinstance(value, str):
        return wrong_type(context, path, f"a digest, `{shape.algorithm}:` and 64 digits", value)
    if _DIGEST.fullmatch(value) and value.startswith(f"{shape.algorithm}:"):
        return value
    return context.report("bad-digest", Place(path), text=value or '""', algorithm=shape.algorithm)
