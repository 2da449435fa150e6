"""The rules about types, which tell of what `TypeCheck` has found."""

from __future__ import annotations

from onefold.kernel.rules import (
    forbidden_field,
    impossible_operation,
    near_field_name,
    never_equal,
    unordered_comparison,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.rules.rule import Rule
    from onefold.kernel.type_check import TypeCheck

# What can never work, as far as schemas tell; judged when every step that is named exists.
TYPE_RULES: Final[tuple[Rule[TypeCheck], ...]] = (
    forbidden_field.RULE,
    near_field_name.RULE,
    never_equal.RULE,
    unordered_comparison.RULE,
    impossible_operation.RULE,
)
