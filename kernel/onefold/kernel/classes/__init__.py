"""attrs classes that are made without importing attrs.

`frozen`, `define`, `field`, `Factory` and `evolve` do here what attrs' functions of these names do, as far as this
project uses them: slotted classes, compared and shown field by field. attrs takes the classes for its own (`attrs.has`,
`attrs.fields`, `attrs.asdict`, `attrs.evolve`), and is imported only when somebody asks it. To import attrs and to let
it compile the methods of every class would take most of the time of a short command; the methods here are shared
(see `make`), and tests hold the classes to those that attrs makes of the same declarations.
"""

from __future__ import annotations

from onefold.kernel.classes.make import NOTHING, Field, fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Type checkers know the functions of attrs, and what the classes they make can do.
    from attrs import Factory, define, evolve, field, frozen
else:
    from onefold.kernel.classes.make import Factory, define, evolve, field, frozen


__all__ = ["NOTHING", "Factory", "Field", "define", "evolve", "field", "fields", "frozen"]
