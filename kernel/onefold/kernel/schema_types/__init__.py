"""What can stand at a path of a value that a JSON Schema allows.

The answer may be too wide and is never too narrow: what cannot be known (a remote reference, a pattern that no
engine here can read, a question that would take too long) counts as anything, and rules stay silent about it.
"""

from onefold.kernel.schema_types.follow import DEEPEST, MOST_VISITS, SchemaTypes
from onefold.kernel.schema_types.possible import ANY_ITEM, UNKNOWN, Possible

__all__ = ["ANY_ITEM", "DEEPEST", "MOST_VISITS", "UNKNOWN", "Possible", "SchemaTypes"]
