"""A check of whole folders, done again only where something changed since it was last done."""

from __future__ import annotations

from onefold.tools import witness
from onefold.tools.cache.standing import asked
from onefold.tools.cli.streams import write_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def again(arguments: Sequence[str], run: Callable[[], int]) -> int:
    """The exit code of `check` with these arguments, whose output is printed as it was, or else of `run`."""
    question = asked(arguments)
    if question is None:
        return run()
    answer = question.answer()
    if answer is not None:
        code, output = answer
        write_bytes(output)
        return code
    seen = witness.call(question.before)
    try:
        code = run()
    finally:
        witness.dismiss()
    if seen.is_whole:
        from onefold.tools.cache.environment import strangers
        from onefold.tools.compiling import frontends

        question.keep(code, seen, strangers(frontends().frontends))
    return code
