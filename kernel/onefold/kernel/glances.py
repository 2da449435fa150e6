"""Whether a value that somebody wrote is worth a closer look: at nearly every value a glance is enough.

A glance may see something where nothing is. It may never overlook what a rule about single fields would find.
"""

from __future__ import annotations

from marshal import dumps

from onefold.kernel.characters.glance import may_hold_bidirectional, may_hold_invisible, may_mix_scripts
from onefold.kernel.ir import declare
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.schema_dialects import DEFAULT_DIALECT, DIALECTS
from onefold.kernel.schema_shapes import is_surely_valid
from onefold.kernel.secrets.glance import may_hold_secret
from onefold.kernel.template import OPENING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import ArgTemplate, PromptTemplate
    from onefold.kernel.ir.records import Glances
    from onefold.kernel.values import JsonValue

# With one of these a schema may refer to something, or hold a regular expression, or follow another draft.
_TELLING: Final = frozenset({"$schema", "$ref", "$dynamicRef", "$recursiveRef", "pattern", "patternProperties"})


def glances(document: object) -> Glances:
    """The glances at the fields of a document; shapes that have none are always worth a look."""
    glance = _Glance(document.steps if isinstance(document, WorkflowDef) else ())
    return {
        declare.Text: glance.text,
        declare.Template: glance.template,
        declare.Arguments: glance.arguments,
        declare.Schema: glance.schema,
        declare.Identifier: glance.identifier,
        declare.Glob: glance.name,
        declare.Keyed: glance.keys,
        declare.Unordered: _has_repeated,
    }


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
    """What was seen in one document so far: most words, and many schemas, stand in it many times."""

    def __init__(self, steps: Iterable[str]) -> None:
        # In none of these is anything to be seen.
        self._steps = {each for each in steps if not _is_secret(each)}
        self._names: set[str] = set()
        self._words: set[str] = set()
        self._schemas: set[bytes | None] = set()

    def text(self, _shape: Shape, text: str) -> bool:
        return _is_notable(text)

    def template(self, _shape: Shape, template: PromptTemplate) -> bool:
        return OPENING in template.text or _is_notable(template.text)

    def arguments(self, _shape: Shape, arguments: ArgTemplate) -> bool:
        return self._among(words(arguments.value))

    def schema(self, _shape: Shape, schema: JsonValue) -> bool:
        spelled = _spelled(schema)
        if spelled in self._schemas:
            return False
        found = words(schema)
        if self._among(found) or not _TELLING.isdisjoint(found) or not is_surely_valid(schema, _DRAFT):
            return True
        if spelled is not None:
            self._schemas.add(spelled)
        return False

    def identifier(self, shape: declare.Identifier, identifier: str) -> bool:
        return identifier not in self._steps if shape.refers == "step" else self.name(shape, identifier)

    def name(self, _shape: Shape, name: str) -> bool:
        if name in self._names:
            return False
        if _is_secret(name):
            return True
        self._names.add(name)
        return False

    def keys(self, _shape: Shape, mapping: Collection[str]) -> bool:
        return any(map(_is_secret, mapping))

    def _among(self, found: Collection[str]) -> bool:
        """Whether there is anything to be seen in one of these."""
        if not self._words.issuperset(found):
            for each in found:
                if each not in self._words:
                    if OPENING in each or _is_notable(each):
                        return True
                    self._words.add(each)
        return False


def _is_notable(text: str) -> bool:
    return (
        may_hold_invisible(text) or may_hold_bidirectional(text) or may_mix_scripts(text) or may_hold_secret(text)
    )


def _is_secret(name: str) -> bool:
    """Whether an id or a glob, which holds nothing that is not seen, looks like a secret."""
    if not may_hold_secret(name):
        return False
    from onefold.kernel.secrets.find import secrets  # Loaded only for what is long enough.

    return any(secrets(name))


def _spelled(schema: JsonValue) -> bytes | None:
    """A schema in bytes that no other has, if that is quickly done."""
    try:
        return dumps(schema, 2)  # Later versions also tell which parts are one object.
    except ValueError:
        return None


def _has_repeated(shape: declare.Unordered, members: Collection[Any]) -> bool:
    return len(members) > 1 and not isinstance(shape.item, declare.Record) and len(set(members)) < len(members)


_DRAFT: Final = DIALECTS[DEFAULT_DIALECT]
