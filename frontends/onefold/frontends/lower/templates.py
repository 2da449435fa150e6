"""Lower prompts, whose text may stand in a file, and arguments."""

from __future__ import annotations

from onefold.frontends.lower.context import INVALID, Invalid
from onefold.frontends.lower.scalars import quoting, wrong_type
from onefold.frontends.texts import Refusal
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.ir.nodes import ArgTemplate, PromptTemplate
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.frontends.lower.context import Context
    from onefold.kernel.ir.declare import Arguments, Template
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


def lower_template(context: Context, shape: Template, value: JsonValue, path: IrPath) -> PromptTemplate | Invalid:
    """The text as written, or the text of the named file: the text is hashed, never the path."""
    text: str | Invalid
    if isinstance(value, dict):
        text = _text_of_file(context, value, path)
    elif isinstance(value, str):
        text = value
    else:
        return wrong_type(context, path, "a text or `{file: PATH}`", value, quoting(value))
    if isinstance(text, Invalid):
        return text
    if not text and not shape.empty:
        return context.report("empty-text", Place(path), field=path[-1])
    return PromptTemplate(text)


def _text_of_file(context: Context, value: dict[str, JsonValue], path: IrPath) -> str | Invalid:
    unknown = [key for key in value if key != "file"]
    for key in unknown:
        owner = f"`{path[-1]}`"
        context.report("unknown-field", Place((*path, key), "key"), meant(key, ("file",)), field=key, owner=owner)
    name = value.get("file")
    if name is None and not unknown:
        help_line = "give the text itself, or the path of its file as `file`"
        return context.report("missing-field", Place(path, "key"), help_line, field="file", owner=f"`{path[-1]}`")
    if unknown:
        return INVALID
    if not isinstance(name, str):
        return wrong_type(context, (*path, "file"), "the path of a file", name)
    return _resolved(context, name, path)


def _resolved(context: Context, name: str, path: IrPath) -> str | Invalid:
    place = Place((*path, "file"))
    if context.resolve is None:
        return context.report("file-without-a-place", place, path=name)
    answer = context.resolve(name)
    if isinstance(answer, Refusal):
        arguments = {**answer.arguments, "source": f"`{name}`", "path": name or '""'}
        context.findings.append(Finding(answer.code, place, arguments))
        return INVALID
    text = answer.text.replace("\r\n", "\n")
    context.text_bytes += len(text.encode())
    if context.text_bytes > context.limits.text_bytes:
        return context.report("too-much-text", place, limit=context.limits.text_bytes)
    context.files[path] = answer
    return text


def lower_arguments(context: Context, _shape: Arguments, value: JsonValue, path: IrPath) -> ArgTemplate | Invalid:
    """A mapping of any values; null in it is a value like any other."""
    if not isinstance(value, dict):
        return wrong_type(context, path, "a mapping", value)
    return INVALID if context.is_too_deep(value, path) else ArgTemplate(value)
