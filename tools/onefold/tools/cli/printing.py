"""Print a canonical workflow in a format that was asked for by its name."""

from __future__ import annotations

from typing import Final

from onefold.frontends.frontend import Frontend, Unprintable
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.tools.cli.exits import UsageError
from onefold.tools.cli.faults import report_frontend
from onefold.tools.cli.streams import encoded, say_diagnostics
from onefold.tools.compiling import UnknownFormat, frontend_called, frontends

# The exact bytes that are hashed, which no front-end prints.
JCS: Final = "jcs"


def printer_called(name: str) -> Frontend | None:
    """The front-end that prints; `None` for the hashed bytes. Raises `UsageError`."""
    if name == JCS:
        return None
    try:
        printer = frontend_called(name)
    except UnknownFormat:
        known = ", ".join([*(each.name for each in frontends().frontends if each.print), JCS])
        raise UsageError(f"there is no format `{name}` to print in: the formats are {known}") from None
    if printer.print is None:
        raise UsageError(f"the front-end `{name}` reads workflows and cannot print them")
    return printer


def printed(canonical: Canonical, printer: Frontend | None, name: str) -> bytes | None:
    """The document in the chosen format; `None` where the format cannot say it, which is told of what `name` names."""
    if printer is None or printer.print is None:
        return encode(canonical)
    try:
        return encoded(printer.print(document(canonical.workflow)))
    except Unprintable as refusal:
        say_diagnostics([_refusal(refusal)], name)
    except (Exception, SystemExit) as fault:  # the fault may lie in a stranger's front-end
        report_frontend(printer, name, fault)
    return None


def _refusal(refusal: Unprintable) -> Diagnostic:
    from onefold.frontends.report import code_named

    name = "unprintable-value"
    code = code_named(name)
    # Every path is named, however many there are: the message is made here and not where long words are cut.
    paths = ", ".join(f"`{path}`" for path in refusal.paths)
    message = code.message.format(format=refusal.format_name, paths=paths)
    return Diagnostic(code.id, name, code.severity, message, None, None, help=code.help)
