"""Whom an archive is believed."""

from __future__ import annotations

from pathlib import Path

from onefold.kernel.classes import frozen


@frozen
class Gate:
    """What an archive has to bring to be taken."""

    allow_unsigned: bool = False
    require_trusted: bool = False
    policy: Path | None = None
    """File of the trust policy; with one, the signer has to be trusted."""
    strict: bool = False
    """Whether every part that has a digest is compared."""
