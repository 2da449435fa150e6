"""A rule about bundles: a code and the check that finds it."""

from __future__ import annotations

from onefold.kernel.bundle.judged import Check
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Code


@frozen
class BundleRule:
    """One thing that can be wrong with a bundle whose fields are all well formed."""

    name: str
    """The offence in kebab case."""
    code: Code
    check: Check
