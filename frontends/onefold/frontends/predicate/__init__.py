"""Predicates: from the text of a CEL expression to the IR."""

from onefold.frontends.predicate.fault import Fault
from onefold.frontends.predicate.parse import Parsed, parse

__all__ = ["Fault", "Parsed", "parse"]
