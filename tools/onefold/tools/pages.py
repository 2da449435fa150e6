"""The pages of all diagnostic codes: what `explain` shows and what codes can be chosen by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from inspect import cleandoc

from onefold.frontends import codes
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.registry import RULES


@frozen
class Page:
    """A code with all that is said about it."""

    name: str
    """The offence in kebab case."""
    code: Code
    text: str
    """Markdown: one sentence, then what it checks, why it matters, an example and the same example mended."""

    @property
    def title(self) -> str:
        """The first sentence."""
        return self.text.partition("\n\n")[0].replace("\n", " ")


@cache
def pages() -> tuple[Page, ...]:
    """The page of every code, in the order of the ids."""
    return tuple(sorted((*_reading_and_lowering(), *_rules()), key=lambda page: page.code.id))


def page_of(wanted: str) -> Page | None:
    """The page of a code, by its id (`OF204`, in any case) or its name (`null-value`)."""
    folded = wanted.casefold().replace("_", "-")
    return next((page for page in pages() if folded in (page.code.id.casefold(), page.name)), None)


def ids_of(wanted: str) -> Sequence[str]:
    """The ids that a name, an id or the beginning of an id (`OF2`) stands for; none where it is unknown."""
    page = page_of(wanted)
    if page:
        return [page.code.id]
    return [each.code.id for each in pages() if wanted and each.code.id.startswith(wanted.upper())]


def _reading_and_lowering() -> Iterator[Page]:
    for name in codes.NAMES:
        module = import_module(f"{codes.__name__}.{name}")
        yield Page(name.replace("_", "-"), module.CODE, cleandoc(module.__doc__ or ""))


def _rules() -> Iterator[Page]:
    for rule in RULES:
        module = import_module(rule.check.__module__)
        yield Page(rule.name, rule.code, cleandoc(module.__doc__ or ""))
