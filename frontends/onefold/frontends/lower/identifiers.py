"""Lower ids, globs and version selectors."""

from __future__ import annotations

import re
from functools import cache

from onefold.frontends.lower.context import INVALID, Context, Invalid
from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel.diagnostics import Place
from onefold.kernel.digest import is_version
from onefold.kernel.ir.declare import Glob, Identifier, Selector
from onefold.kernel.ir.nodes import CHANNEL_ID, VersionSelector
from onefold.kernel.ir.path import IrPath
from onefold.kernel.values import JsonValue
from onefold.kernel.words import listed

_GLOB = re.compile(r"[A-Za-z0-9_.:/*-]+", re.ASCII)
_GLOB_LIMIT = 200


@cache
def _pattern(separators: str) -> re.Pattern[str]:
    return re.compile(rf"[A-Za-z_][A-Za-z0-9_]*(?:[{re.escape(separators)}][A-Za-z0-9_]+)*", re.ASCII)


def lower_identifier(context: Context, shape: Identifier, value: JsonValue, path: IrPath) -> str | Invalid:
    """An id of the declared form."""
    if not isinstance(value, str):
        bare = isinstance(value, bool | int | float)
        return wrong_type(context, path, shape.noun, value, "put it in quotes" if bare else None)
    return check_identifier(context, shape, value, Place(path))


def check_identifier(context: Context, shape: Identifier, text: str, place: Place) -> str | Invalid:
    """The id itself when it is well formed; a finding at `place` otherwise."""
    if not _pattern(shape.separators).fullmatch(text):
        reason, help_line = _fault(shape, text)
        return context.report("bad-identifier", place, help_line, id=text, noun=shape.noun, reason=reason)
    if len(text) > shape.limit:
        reason = f"it has {len(text)} characters, and {shape.limit} are allowed"
        return context.report("bad-identifier", place, id=text, noun=shape.noun, reason=reason)
    if text in shape.reserved:
        return context.report("reserved-identifier", place, id=text, noun=shape.noun)
    return text


def _fault(shape: Identifier, text: str) -> tuple[str, str | None]:
    """Why a text is no id of this form, and how to mend it."""
    foreign = next((each for each in text if not each.isascii()), None)
    if foreign is not None:
        from unicodedata import name  # Loaded only to name a character in a message.

        called = name(foreign, "an unnamed character")
        return f"it holds U+{ord(foreign):04X} {called}", "write it with the letters a to z, digits and `_`"
    if not text:
        return "it is empty", None
    if text[0].isdigit():
        return "it begins with a digit", f"begin with a letter or `_`, such as `_{text}`"
    wrong = next((each for each in text if not each.isalnum() and each != "_" and each not in shape.separators), None)
    separators = listed(shape.separators)
    if wrong is not None:
        return f"it holds `{wrong}`", f"use letters, digits, `_`, and {separators} between them"
    return (
        "a separator does not stand between two letters or digits",
        f"use {separators} singly, inside the id only",
    )


def lower_glob(context: Context, _shape: Glob, value: JsonValue, path: IrPath) -> str | Invalid:
    """A glob of tool ids."""
    if not isinstance(value, str):
        return wrong_type(context, path, "a glob of tool ids", value)
    if _GLOB.fullmatch(value) and len(value) <= _GLOB_LIMIT:
        return value
    wrong = next((index for index, each in enumerate(value) if not _GLOB.fullmatch(each)), None)
    within = None if wrong is None else (wrong, wrong + 1)
    return context.report("bad-glob", Place(path, within=within), glob=value)


def lower_selector(context: Context, _shape: Selector, value: JsonValue, path: IrPath) -> VersionSelector | Invalid:
    """`latest`, a channel id, or a full version."""
    if not isinstance(value, str):
        return wrong_type(context, path, "`latest`, a channel id or a full version", value)
    if value.startswith("blake3:"):
        return VersionSelector(value) if is_version(value) else context.report("bad-version", Place(path), text=value)
    checked = check_identifier(context, CHANNEL_ID, value, Place(path))
    return INVALID if isinstance(checked, Invalid) else VersionSelector(checked)
