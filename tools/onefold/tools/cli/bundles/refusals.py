"""How the words of `bundle` tell why they could not do their work."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from onefold.tools.bundle.refusal import Refused
from onefold.tools.cli.bundles.envelope import write_envelope
from onefold.tools.cli.exits import FINDINGS, UNABLE
from onefold.tools.cli.identities import telling_faults
from onefold.tools.cli.streams import complain, reason_of


@contextmanager
def writing() -> Iterator[None]:
    """Say of a file that cannot be written just that; others cannot be read. Raises `CannotWrite`."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"cannot write `{error.filename}`: {reason_of(error)}") from None


class CannotWrite(Exception):  # noqa: N818 - it says what could not be done
    """A file cannot be written; the text says which and why."""


def telling_refusals(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Let a word tell of a refusal with its code: 1 for what is wrong with a bundle, 2 for what could not be done."""

    @wraps(run)
    def guarded(options: Namespace) -> int:
        try:
            return telling_faults(run)(options)
        except CannotWrite as failure:
            complain(str(failure))
            return UNABLE
        except Refused as refused:
            if getattr(options, "format", "text") == "json":
                word = run.__module__.rpartition(".")[2]
                write_envelope(word, False, refused.data, refused.error())
            complain(f"[{refused.id}] {refused.code}: {refused.message}")
            return UNABLE if refused.is_usage else FINDINGS

    return guarded
