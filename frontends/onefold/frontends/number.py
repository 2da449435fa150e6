"""Which numbers a workflow may hold, asked in the same way by the readers of all formats."""

from __future__ import annotations

from onefold.kernel.values import is_inexact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# No double has more digits before its decimal point, and converting many more would take quadratic time.
_MOST_DIGITS: Final = 400


def integer(digits: str) -> int | float:
    """The integer written in decimal `digits`; infinity when it has more digits than any double.

    >>> integer("-12"), integer("9" * 5000)
    (-12, inf)
    """
    if len(digits) > _MOST_DIGITS:
        return float(digits)
    return int(digits)


def refusal(number: float) -> str | None:
    """The name of the code that says why `number` is refused, if it is.

    >>> [refusal(n) for n in (1, 2**53, 1e16, 1e400, 10**400, 1e21)]
    [None, 'inexact-integer', 'inexact-integer', 'not-finite-number', 'not-finite-number', None]
    """
    try:
        if float(number) * 0 != 0:
            return "not-finite-number"
    except OverflowError:
        return "not-finite-number"
    return "inexact-integer" if is_inexact(number) else None
