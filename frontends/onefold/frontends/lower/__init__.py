"""Lowering: from a plain value to the IR, once for all formats. Shape errors are found here, all in one run."""

from onefold.frontends.lower.document import LoweredDocument, lower_document
from onefold.frontends.lower.workflow import Lowered, lower_workflow

__all__ = ["Lowered", "LoweredDocument", "lower_document", "lower_workflow"]
