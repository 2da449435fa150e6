"""Which visits of nodes came before a visit, on the way that led to it."""

from __future__ import annotations

from onefold.kernel.classes import define


@define(eq=False)
class Trail:
    """One visit of a node. It knows the visit before it and one far before, so that long ways are soon gone back."""

    name: str
    depth: int
    before: Trail | None
    far_before: Trail | None

    @classmethod
    def after(cls, before: Trail | None, name: str) -> Trail:
        """The visit of a node that another visit led to; the first visit comes after none."""
        if before is None:
            return cls(name, 0, None, None)
        far = before.far_before
        # Steps back grow like the digits of a number that is counted up, so that each way takes its logarithm.
        farther = None if far is None else far.far_before
        if far is not None and farther is not None and before.depth - far.depth == far.depth - farther.depth:
            return cls(name, before.depth + 1, before, farther)
        return cls(name, before.depth + 1, before, before)

    def comes_after(self, other: Trail) -> bool:
        """Whether another visit is on the way to this one, or this one itself."""
        here: Trail | None = self
        while here is not None and here.depth > other.depth:
            far = here.far_before
            here = far if far is not None and far.depth >= other.depth else here.before
        return here is other
