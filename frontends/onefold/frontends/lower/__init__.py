"""Lowering: from a plain value to the IR, once for all formats. Shape errors are found here, all in one run.

Other documents than workflows are lowered by `document`.
"""

from onefold.frontends.lower.workflow import Lowered, lower_workflow

__all__ = ["Lowered", "lower_workflow"]
