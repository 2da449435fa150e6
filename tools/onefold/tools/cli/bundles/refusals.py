"""How the words of `bundle` and `patch` tell why they could not do their work."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from onefold.tools.bundle.refusal import Refused
from onefold.tools.cli.bundles.envelope import write_envelope
from onefold.tools.cli.exits import FINDINGS, UNABLE
from onefold.tools.cli.identities import telling_faults
from onefold.tools.cli.streams import complain, reason_of, say
from onefold.tools.compiling import UnknownFormat
from onefold.tools.documents import Unusable
from onefold.tools.show.json import diagnostic_object
from onefold.tools.workspace import BrokenConfiguration

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Mapping


@contextmanager
def writing() -> Iterator[None]:
    """Say of a file that cannot be written just that; others cannot be read. Raises `CannotWrite`."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"cannot write `{error.filename}`: {reason_of(error)}") from None


class CannotWrite(Exception):  # noqa: N818 - it says what could not be done
    """A file cannot be written; the text says which and why."""


class CannotRun(Exception):  # noqa: N818 - it says what could not be done
    """A run cannot begin; `code` is for programs, the text says why."""

    def __init__(self, code: str, reason: str) -> None:
        """What is told."""
        super().__init__(reason)
        self.code = code


def telling_refusals(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Let a word tell why it ends: 1 for what is wrong with a bundle, 2 for what could not be done.

    People are told on standard error; programs get the one object, whatever the reason.
    """
    *_, words, word = run.__module__.replace("_", "-").split(".")
    command = {"bundles": "bundle", "patches": "patch"}.get(words, "")

    def enveloping(options: Namespace) -> int:
        try:
            return run(options)
        except _TOLD as fault:
            is_ours = isinstance(fault, OSError) and fault.filename is None
            if getattr(options, "format", "text") == "json" and not is_ours:
                data = fault.data if isinstance(fault, Refused) else None
                write_envelope(word, False, data, _error(word, fault), command=command)
            raise

    @wraps(run)
    def guarded(options: Namespace) -> int:
        try:
            return telling_faults(enveloping)(options)
        except (CannotWrite, CannotRun) as failure:
            complain(str(failure))
            return UNABLE
        except Refused as refused:
            complain(f"[{refused.id}] {refused.code}: {refused.message}")
            if refused.help:
                say(f"  = help: {refused.help}")
            return UNABLE if refused.is_usage else FINDINGS

    return guarded


_TOLD: Final = (Refused, CannotWrite, CannotRun, Unusable, UnknownFormat, BrokenConfiguration, OSError)


def _error(word: str, fault: Exception) -> Mapping[str, Any]:
    """Why a word ends, for programs."""
    if isinstance(fault, Refused):
        return fault.error()
    diagnostics = fault.diagnostics if isinstance(fault, (Unusable, BrokenConfiguration)) else ()
    details = [diagnostic_object(each) for each in diagnostics]
    first = details[0] if details else {}
    code = fault.code if isinstance(fault, CannotRun) else f"{word}.{_KINDS.get(type(fault), 'read_failed')}"
    message = str(fault)
    if isinstance(fault, OSError):
        message = f"cannot read `{fault.filename}`: {reason_of(fault)}"
    elif isinstance(fault, BrokenConfiguration):
        message = f"`{fault.path}` has errors"
    return {
        "code": code,
        "diagnostic": first.get("code"),
        "name": None,
        "message": message,
        "details": details or None,
    }


_KINDS: Final[Mapping[type[Exception], str]] = {
    CannotWrite: "write_failed",
    Unusable: "invalid_source",
    UnknownFormat: "unknown_format",
    BrokenConfiguration: "broken_configuration",
}
