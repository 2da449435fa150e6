"""Predicates: from the text of a CEL expression to the IR."""

from onefold.frontends.predicate.fault import Fault
from onefold.frontends.predicate.parse import Parsed, parse
from onefold.frontends.predicate.ranges import Ranges, ranges

__all__ = ["Fault", "Parsed", "Ranges", "parse", "ranges"]
