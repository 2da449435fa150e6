"""What the commands about definitions, manifests and runs have in common: how their faults are told."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import wraps

from onefold.tools.cli.exits import FINDINGS, UNABLE
from onefold.tools.cli.inputs import tell_of_configuration
from onefold.tools.cli.streams import complain, reason_of, say_diagnostics
from onefold.tools.compiling import UnknownFormat
from onefold.tools.documents import Unusable
from onefold.tools.workspace import BrokenConfiguration


def telling_faults(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Let a command that cannot use a document tell why: 1 for what is wrong with it, 2 for what cannot be read."""

    @wraps(run)
    def guarded(options: Namespace) -> int:
        try:
            return run(options)
        except Unusable as unusable:
            if not unusable.diagnostics:
                complain(str(unusable))
                return UNABLE
            say_diagnostics(unusable.diagnostics, str(unusable.path))
            return FINDINGS
        except UnknownFormat as unknown:
            complain(str(unknown))
        except BrokenConfiguration as broken:
            tell_of_configuration(broken, set())
        except OSError as error:
            if error.filename is None:
                raise
            complain(f"cannot read `{error.filename}`: {reason_of(error)}")
        return UNABLE

    return guarded
