"""Lower mappings with declared fields; a step is checked against its own kind only."""

from __future__ import annotations

from onefold.frontends.lower.alike import once
from onefold.frontends.lower.collections import bracketing
from onefold.frontends.lower.context import INVALID
from onefold.frontends.lower.scalars import lower_choice, wrong_type
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir.declare import Choice, declarations
from onefold.kernel.ir.nodes import ANNOTATED
from onefold.kernel.typed import NamedTuple
from onefold.kernel.words import listed, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, Final, TypeAlias

    from onefold.frontends.lower.context import Context, Reader
    from onefold.kernel.ir.declare import Declaration, Record, Shape, Variant
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

    # Of one field: its name, its attribute, whether it is required, its shape, and what reads that.
    _Row: TypeAlias = tuple[str, str, bool, Shape, Reader]
    # The fields that some keys name or that are required, and the keys that name none.
    _Form: TypeAlias = tuple[tuple[_Row, ...], list[str]]

META = "meta"
# More fields than these are no help in a line.
_MOST_FIELDS: Final = 8
_MOST_FORMS: Final = 1_000


def lower_record(context: Context, shape: Record, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - an instance of shape.type
    """An instance of the declared class; sugar is written out first."""
    if isinstance(value, dict):
        return lower_fields(context, shape.type, value, path)
    if shape.off and value is False:
        return False
    if not isinstance(value, {"list": list, "string": str}.get(shape.sugar_type, ())):
        extra = {"list": "a list or ", "string": "an id or "}.get(shape.sugar_type, "`false` or " if shape.off else "")
        help_line = bracketing(value) if shape.sugar_type == "list" else None
        known = [each.name for each in declarations(shape.type)]
        if len(known) == 1 and isinstance(value, str):
            help_line = f"write `{{{known[0]}: …}}`"
        return wrong_type(context, path, f"{extra}a mapping", value, help_line or _all_fields(known))
    return lower_fields(context, shape.type, {shape.sugar: value}, path)


def lower_variant(context: Context, shape: Variant, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - an instance of one of shape.types
    """An instance of the class that the deciding field names.

    Without a valid word there, the fields that every kind has are checked, and none is called unknown that
    some kind has.
    """
    if not isinstance(value, dict):
        return wrong_type(context, path, "a mapping", value, f"write `{{{shape.field}: …}}`")
    word = value.get(shape.field)
    if word is not None:
        kind = shape.types.get(word) if isinstance(word, str) else None
        if kind is not None:
            return lower_fields(context, kind, value, path, shape)
        lower_choice(context, Choice(tuple(shape.types)), word, (*path, shape.field))
    misspelt = _check_shared_fields(context, shape, value, path)
    if word is None and shape.field not in misspelt:
        owner = _first_words(_owner(context, path))
        help_line = f"name it: {listed(shape.types)}"
        context.report("missing-field", Place(path, "key"), help_line, field=shape.field, owner=owner)
    return INVALID


def _check_shared_fields(
    context: Context, shape: Variant, value: dict[str, JsonValue], path: IrPath
) -> frozenset[str | None]:
    """Check what can be checked without a kind; the fields that unknown ones were probably meant to be."""
    tables = [{each.name: each for each in declarations(kind)} for kind in shape.types.values()]
    anywhere = {name for table in tables for name in table} | {shape.field, META}
    for name, item in value.items():
        if name not in anywhere:
            _report_unknown(context, name, anywhere, path)
        elif item is not None and name != shape.field and all(name in table for table in tables):
            context.lower(tables[0][name].shape, item, (*path, name))
    return frozenset(nearest(name, anywhere) for name in value if name not in anywhere)


def lower_fields(
    context: Context,
    kind: type[Any],
    value: dict[str, JsonValue],
    path: IrPath,
    variant: Variant | None = None,
    stand_ins: Mapping[str, object] | None = None,
) -> Any:  # noqa: ANN401 - an instance of kind
    """An instance of `kind` from the fields of a mapping.

    An optional field that is not well formed is left out, so that what else is wrong is found in the same run; the
    findings say that the whole is not valid. Without a required field there is no instance, unless `stand_ins`
    has a value for its attribute.
    """
    table = _table(kind, variant.field if variant else None, context.readers)
    keys = tuple(value)
    rows, unknown = table.forms.get(keys) or _form(table, keys)
    for name in unknown:
        _report_unknown(context, name, [*table.fields, *(table.keys - table.fields.keys())], path, kind, variant)
    if table.is_annotated and value.get(META) is not None:
        _check_meta(context, value[META], (*path, META))
    arguments = dict(stand_ins) if stand_ins else {}
    lacking = False
    for name, attribute, required, shape, read in rows:
        item = value.get(name)
        if item is not None:
            lowered = read(context, shape, item, path + (name,))  # noqa: RUF005 - `*path` makes a list first
            if lowered is not INVALID:
                arguments[attribute] = lowered
            elif required:
                lacking = lacking or attribute not in arguments
        elif required:
            lacking = lacking or attribute not in arguments
            if not _is_misspelt(name, value, unknown, table.fields):
                _report_missing(context, kind, table.fields[name], value, path)
    return INVALID if lacking else kind(**arguments)


def _check_meta(context: Context, value: JsonValue, path: IrPath) -> None:
    if not isinstance(value, dict):
        wrong_type(context, path, "a mapping", value)
    context.is_too_deep(value, path)


class _Table(NamedTuple):
    """What is needed to lower a mapping with the fields of one class."""

    rows: tuple[_Row, ...]
    fields: Mapping[str, Declaration]
    is_annotated: bool
    """Whether there may be `meta`."""
    keys: frozenset[str]
    """All that may stand in the mapping."""
    forms: dict[tuple[str, ...], _Form]
    """What is known of mappings with certain keys, since most have the same few."""


_TABLES: Final[dict[tuple[type[Any], str | None], _Table]] = {}


def _table(kind: type[Any], word: str | None, readers: Mapping[type, Reader]) -> _Table:
    """The table of a class that is named in the field `word`, if it is."""
    known = _TABLES.get((kind, word))
    return _TABLES.setdefault((kind, word), _made_table(kind, word, readers)) if known is None else known


def _made_table(kind: type[Any], word: str | None, readers: Mapping[type, Reader]) -> _Table:
    fields = {each.name: each for each in declarations(kind)}
    rows = [
        (each.name, each.attribute, each.required, each.shape, _reader(each.shape, word, readers))
        for each in fields.values()
    ]
    is_annotated = issubclass(kind, ANNOTATED)
    extra = [each for each in (word, META if is_annotated else None) if each is not None]
    return _Table(tuple(rows), fields, is_annotated, frozenset([*fields, *extra]), {})


def _form(table: _Table, keys: tuple[str, ...]) -> _Form:
    """What is to be looked at in a mapping with these keys."""
    unknown = [name for name in keys if name not in table.keys]
    form = tuple([row for row in table.rows if row[2] or row[0] in keys]), unknown
    if not unknown and len(table.forms) < _MOST_FORMS:
        table.forms[keys] = form
    return form


def _reader(shape: Shape, word: str | None, readers: Mapping[type, Reader]) -> Reader:
    """What reads a field; of records of several kinds there are often many, with parts that are alike."""
    read = readers[type(shape)]
    return read if word is None else once(shape, read)


def _is_misspelt(name: str, value: dict[str, JsonValue], unknown: list[str], table: Collection[str]) -> bool:
    """Whether an unknown field is probably this one, which is absent: it is told of once, where it stands."""
    return name not in value and name in {nearest(each, table) for each in unknown}


def _report_missing(
    context: Context, kind: type[Any], declaration: Declaration, value: dict[str, JsonValue], path: IrPath
) -> None:
    name = declaration.name
    if name in value:
        context.report("null-value", Place((*path, name)), what=f"The required field `{name}`")
        return
    owner = _first_words(_owner(context, path, kind))
    context.report("missing-field", Place(path, "key"), _explained(declaration), field=name, owner=owner)


def _explained(declaration: Declaration) -> str:
    """What a field is for, as a help line."""
    doc = declaration.doc.removesuffix(".")
    return f"`{declaration.name}`: {doc[0].lower() if doc[1:2].islower() else doc[0]}{doc[1:]}"


def _report_unknown(
    context: Context,
    name: str,
    known: Collection[str],
    path: IrPath,
    kind: type[Any] | None = None,
    variant: Variant | None = None,
) -> None:
    from onefold.frontends.lower.foreign import foreign_word  # Most sources have no unknown field.

    help_line = foreign_word(name, known) or _all_fields(known)
    if variant:
        owners = [word for word, kind in variant.types.items() if name in {each.name for each in declarations(kind)}]
        if owners:
            # Only steps have a noun here: the kinds of a whole document are spoken of by its own.
            help_line = f"`{name}` is a field of {' and '.join(owners)} {'steps' if path else f'{variant.field}s'}"
    owner = _owner(context, path, kind)
    context.report("unknown-field", Place((*path, name), "key"), help_line, field=name, owner=owner)


def _all_fields(known: Collection[str]) -> str | None:
    """The help that names all fields, where they are few."""
    return f"its fields are {listed(known, 'and')}" if 1 < len(known) <= _MOST_FIELDS else None


def _owner(context: Context, path: IrPath, kind: type[Any] | None = None) -> str:
    """How messages call the mapping at `path`; `kind` is the class it is lowered to, where that is known."""
    if not path:
        return context.document
    named = next(segment for segment in reversed(path) if isinstance(segment, str))
    if isinstance(path[-1], int):
        return f"an entry of `{named}`"
    noun = context.nouns.get(path[:-1])
    word = getattr(kind, "kind", None)
    return f"the {f'{word} ' if word else ''}{noun} `{named}`" if noun else f"`{named}`"


def _first_words(owner: str) -> str:
    return f"{owner[0].upper()}{owner[1:]}"
