"""The shapes that fields of bundles share. Words are texts here, and rules judge them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from onefold.kernel.ir import declare

TEXT: Final = declare.Text()
TEXTS: Final = declare.Ordered(TEXT)
COUNT: Final = declare.Integer(minimum=0)
FLAG: Final = declare.Boolean()
ANY: Final = declare.Json()
TEXT_BY_TEXT: Final = declare.Keyed(TEXT, TEXT)
ANY_BY_TEXT: Final = declare.Keyed(TEXT, ANY)
TEXTS_BY_TEXT: Final = declare.Keyed(TEXT, TEXTS)

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
NO_ENTRIES: Final[Any] = _NOTHING
"""The default of a mapping."""
