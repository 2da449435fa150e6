"""Write a document as JSON for people to read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from onefold.frontends.visible import UNSAFE, escaped, unicode_escape

if TYPE_CHECKING:
    from onefold.kernel.values import JsonObject


def render(document: JsonObject) -> str:
    """Indented JSON; a character stands as itself unless people would not see it.

    The standard library escapes the control characters it must. All others that are unsafe to show can only
    stand inside strings, so they are escaped in the finished text.
    """
    return _with_escapes(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def string(text: str) -> str:
    """A text in quotes, as it stands in what `render` gives."""
    return _with_escapes(json.dumps(text, ensure_ascii=False))


def _with_escapes(text: str) -> str:
    return escaped(text, UNSAFE, lambda match: unicode_escape(match[0]))
