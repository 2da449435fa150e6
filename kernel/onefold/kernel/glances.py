"""Whether a value that somebody wrote is worth a closer look: for nearly every value a glance is enough.

A glance may see something where nothing is. It never overlooks what a rule about single fields would find.
"""

from __future__ import annotations

from onefold.kernel.characters.glance import CONTROL, may_hold_bidirectional, may_hold_invisible, may_mix_scripts
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.walk import walk
from onefold.kernel.schema_dialects import DEFAULT_DIALECT, DIALECTS
from onefold.kernel.schema_shapes import is_surely_valid
from onefold.kernel.secrets.glance import IN_RUN, SHORTEST, has_private_key, may_hold_secret
from onefold.kernel.template import OPENING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any, Final, TypeAlias
    from typing import Literal as OneOf

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import ArgTemplate, Predicate, PromptTemplate
    from onefold.kernel.ir.records import Glances
    from onefold.kernel.values import JsonValue

    Sight: TypeAlias = OneOf["", "noted", "suspect"]

NOTHING: Final = ""
NOTED: Final = "noted"
"""Rules have something to look at, but no string needs to be read for what may hide in it."""
SUSPECT: Final = "suspect"
"""In one of its strings there may be a secret, or a character that is not what it seems."""

# With one of these a schema may refer to something, hold a regular expression, or follow another draft.
_TELLING: Final = frozenset({"$schema", "$ref", "$dynamicRef", "$recursiveRef", "pattern", "patternProperties"})
# In none of these is there anything to be seen, whatever document they stand in: most stand in many. Parts are known
# by their identity, and while they are kept nothing else has it. What is large is not worth the room.
_NAMES: Final[set[str]] = set()
_WORDS: Final[set[str]] = set()
_PARTS: Final[dict[int, object]] = {}
_MOST_KNOWN: Final = 5_000
_MOST_WORDS: Final = 100
_LONGEST_WORD: Final = 100
_DRAFT: Final = DIALECTS[DEFAULT_DIALECT]


def glances(document: object) -> Glances:
    """The glances at fields of these `SHAPES` in a document."""
    for memory in (_NAMES, _WORDS, _PARTS):
        if len(memory) >= _MOST_KNOWN:
            memory.clear()
    glance = _Glance(document.steps if isinstance(document, WorkflowDef) else ())
    return tuple([getattr(glance, each.__name__.lower()) for each in SHAPES])


def words(value: JsonValue) -> list[str]:
    """Every string and key in a plain value, however deep, in no order that means anything."""
    found: list[str] = []
    waiting = [value]
    for each in waiting:
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            found.extend(each)
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    return found


class _Glance:
    """What is looked at in one document."""

    def __init__(self, steps: Iterable[str]) -> None:
        # In none of these is there anything to be seen.
        self._steps = {each for each in steps if not _is_secret(each)}

    def text(self, _shape: Shape, text: str) -> Sight:
        return _seen(text)

    def template(self, _shape: Shape, template: PromptTemplate) -> Sight:
        return _seen(template.text)

    def arguments(self, _shape: Shape, arguments: ArgTemplate) -> Sight:
        if id(arguments) in _PARTS:
            return NOTHING
        found = words(arguments.value)
        return _known(arguments, _among(found), len(found))

    def schema(self, _shape: Shape, schema: JsonValue) -> Sight:
        if id(schema) in _PARTS:
            return NOTHING
        found = words(schema)
        seen = _among(found)
        if not seen and not (_TELLING.isdisjoint(found) and is_surely_valid(schema, _DRAFT)):
            seen = NOTED
        return _known(schema, seen, len(found))

    def identifier(self, shape: declare.Identifier, identifier: str) -> Sight:
        if shape.refers != "step":
            return self.glob(shape, identifier)
        if identifier in self._steps:
            return NOTHING
        return SUSPECT if _is_secret(identifier) else NOTED

    def glob(self, _shape: Shape, glob: str) -> Sight:
        if glob in _NAMES:
            return NOTHING
        if _is_secret(glob):
            return SUSPECT
        if len(glob) <= _LONGEST_WORD:
            _NAMES.add(glob)
        return NOTHING

    def keyed(self, _shape: Shape, mapping: Iterable[str]) -> Sight:
        return SUSPECT if any(map(_is_secret, mapping)) else NOTHING

    def unordered(self, shape: declare.Unordered, members: Collection[Any]) -> Sight:
        if len(members) < 2 or isinstance(shape.item, declare.Record):
            return NOTHING
        return NOTED if len(set(members)) < len(members) else NOTHING

    def expression(self, _shape: Shape, predicate: Predicate) -> Sight:
        expression = predicate.expression
        if id(expression) not in _PARTS:
            found = [*walk(expression)]
            for each in found:
                if isinstance(each, Literal) and isinstance(each.value, str) and _is_secret(each.value):
                    return SUSPECT
            _known(expression, NOTHING, len(found))
        return NOTED


def _known(part: object, seen: Sight, size: int) -> Sight:
    """What was seen in a part of so many words, which is known again if that is nothing."""
    if not seen and size <= _MOST_WORDS and len(_PARTS) < _MOST_KNOWN:
        _PARTS[id(part)] = part
    return seen


def _among(found: Collection[str]) -> Sight:
    """What there is to be seen in all of these."""
    seen: Sight = NOTHING
    if not _WORDS.issuperset(found):
        for each in set(found) - _WORDS:
            here = _seen(each)
            if here:
                seen = here if seen is not SUSPECT else seen
            elif len(each) <= _LONGEST_WORD:
                _WORDS.add(each)
    return seen


# An ASCII text is looked at once for both: `x` can stand in a secret, and `!` is a control character.
_LOOK: Final = bytes(b"x"[0] if code in IN_RUN else b"!"[0] if code in CONTROL else b" "[0] for code in range(256))


def _seen(text: str) -> Sight:
    """What there is to be seen in a text that may hold anything."""
    if text.isascii():
        look = text.encode().translate(_LOOK)
        if b"!" in look or SHORTEST in look or has_private_key(text):
            return SUSPECT
    elif may_hold_invisible(text) or may_hold_bidirectional(text) or may_mix_scripts(text) or may_hold_secret(text):
        return SUSPECT
    return NOTED if OPENING in text else NOTHING


def _is_secret(text: str) -> bool:
    """Whether a text that is not given to any name looks like a secret."""
    if not may_hold_secret(text):
        return False
    from onefold.kernel.secrets.find import secrets  # Loaded only for what is long enough.

    return any(secrets(text))


SHAPES: Final = (
    declare.Text,
    declare.Template,
    declare.Arguments,
    declare.Schema,
    declare.Identifier,
    declare.Glob,
    declare.Keyed,
    declare.Unordered,
    declare.Expression,
)
"""The shapes of fields that rules look into."""
