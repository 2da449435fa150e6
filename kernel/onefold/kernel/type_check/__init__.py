"""What the references and predicates of a workflow can be, and what can therefore never work."""

from onefold.kernel.type_check.check import TypeCheck

__all__ = ["TypeCheck"]
