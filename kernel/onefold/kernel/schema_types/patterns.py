"""Match names against the regular expressions of authors, in linear time or not at all.

They run on RE2, through the package google-re2 where it is installed. It reads most of what JSON Schema allows;
where it might read a pattern otherwise than the standard, or cannot read it, nothing is said.
"""

from __future__ import annotations

import sys

from onefold.kernel import patterns
from onefold.kernel.functions import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

# Where RE2 differs from the standard's regular expressions: POSIX classes, escapes that mean something else there.
_READ_OTHERWISE: Final = patterns.compile(r"\[:|\\[QEAzZCa]|\{,")
# Of other characters the two have different classes.
_PLAIN: Final = patterns.compile(r"[ -~]*", patterns.ASCII)
_LONGEST_PATTERN: Final = 1_000
_LONGEST_NAME: Final = 1_000
_MOST_MEMORY: Final = 1 << 20


def matches(pattern: str, name: str) -> bool | None:
    """Whether a pattern is found anywhere in a name; `None` when that cannot be told."""
    if len(name) > _LONGEST_NAME or not _PLAIN.fullmatch(name):
        return None
    expression = compiled(pattern)
    return None if expression is None else expression.search(name) is not None


def is_left_alone(pattern: str) -> bool:
    """Whether there is an engine, and it cannot be trusted with the pattern."""
    return compiled(pattern) is None and _engine() is not None


def _engine() -> Any | None:  # noqa: ANN401 - the package has no types of its own
    try:
        __import__("re2")
    except ImportError:
        return None
    return sys.modules["re2"]


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Any | None:  # noqa: ANN401 - the package has no types of its own
    """The pattern, ready to search; `None` when no engine is there or it cannot be trusted with it."""
    if len(pattern) > _LONGEST_PATTERN or _READ_OTHERWISE.search(pattern):
        return None
    engine = _engine()
    if engine is None:
        return None
    options = engine.Options()
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    try:
        return engine.compile(pattern, options)
    except (engine.error, UnicodeEncodeError):
        return None
