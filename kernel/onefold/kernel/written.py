"""What people wrote in the fields of a document that rules look into, as far as a glance sees anything in it.

Nearly everything that is written is clean. One walk looks at each value once, and leaves out those in which no rule can
find anything: what is left goes to the rules, with its place.
"""

from __future__ import annotations

from onefold.kernel.glances import SHAPES, SUSPECT, glances
from onefold.kernel.ir.records import fields
from onefold.kernel.remembered import remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.records import Field


@remembered
def written(document: object) -> tuple[Field, ...]:
    """Every field that is worth a look, in the order of the document; not what is left to a default."""
    return tuple(fields(document, SHAPES, glances(document), defaults=False))


@remembered
def suspects(document: object) -> tuple[Field, ...]:
    """Those of them in whose strings there may be what should not be there."""
    return tuple([each for each in written(document) if each.seen is SUSPECT])


@remembered
def written_by_shape(document: object) -> dict[type[Shape], list[Field]]:
    """All of them, by the shapes of the fields."""
    found: dict[type[Shape], list[Field]] = {}
    for each in written(document):
        found.setdefault(type(each.shape), []).append(each)
    return found


def of_shape(document: object, shape: type[Shape]) -> list[Field]:
    """The fields of one shape that are worth a look."""
    return written_by_shape(document).get(shape, [])
