"""The rules about ceilings, in the order of their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.rules import (
    ambiguous_root,
    bidirectional_character,
    covered_entry,
    invisible_character,
    secret_literal,
    widened_pattern,
)

if TYPE_CHECKING:
    from onefold.kernel.ceiling.documents import CeilingDef
    from onefold.kernel.rules.rule import Rule

CEILING_RULES: Final[tuple[Rule[CeilingDef], ...]] = (
    invisible_character.RULE,
    bidirectional_character.RULE,
    secret_literal.RULE,
    widened_pattern.RULE,
    ambiguous_root.RULE,
    covered_entry.RULE,
)
