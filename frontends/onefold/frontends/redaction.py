"""Take secrets out of what is shown: diagnostics hold no source that has them, so no renderer can show them."""

from __future__ import annotations

from onefold.kernel.classes import evolve, frozen
from onefold.kernel.diagnostics import RelatedPlace
from onefold.kernel.secrets.glance import may_hold_secret
from onefold.kernel.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onefold.kernel.diagnostics import Diagnostic


@frozen
class Redaction:
    """Sources and their copies in which secrets are masked, character for character."""

    _copies: Mapping[int, Source]
    """By the identity of the source."""

    @classmethod
    def of(cls, spans: Iterable[Span | None], sensitive: Iterable[Span]) -> Redaction:
        """Mask what looks like a secret in the sources of `spans`, and all that is known to be `sensitive`."""
        sources = {id(each.source): each.source for each in spans if each is not None}
        hidden: dict[int, list[Span]] = {}
        for each in sensitive:
            hidden.setdefault(id(each.source), []).append(each)
        texts = {key: _redacted(source.text, hidden.get(key, ())) for key, source in sources.items()}
        changed = {key: text for key, text in texts.items() if text != sources[key].text}
        return cls({key: Source(sources[key].name, text, sources[key].marked) for key, text in changed.items()})

    def diagnostic(self, diagnostic: Diagnostic) -> Diagnostic:
        """The diagnostic without secrets."""
        related = tuple(
            RelatedPlace(redacted(each.message), _path(each.ir_path), self._span(each.span))
            for each in diagnostic.related
        )
        return evolve(
            diagnostic,
            message=redacted(diagnostic.message),
            ir_path=_path(diagnostic.ir_path),
            span=self._span(diagnostic.span),
            related=related,
            help=None if diagnostic.help is None else redacted(diagnostic.help),
        )

    def _span(self, span: Span | None) -> Span | None:
        copy = None if span is None else self._copies.get(id(span.source))
        return span if span is None or copy is None else Span(copy, span.start, span.end)


def redacted(text: str) -> str:
    """The text with everything in it that looks like a secret masked."""
    return _redacted(text, ())


def _path(path: str | None) -> str | None:
    return None if path is None else redacted(path)


def _redacted(text: str, sensitive: Iterable[Span]) -> str:
    ranges = [(each.start, each.end) for each in sensitive]
    if may_hold_secret(text):
        from onefold.kernel.secrets.find import secrets

        ranges.extend(secrets(text))
    if ranges:
        from onefold.kernel.secrets.mask import masked

        return masked(text, ranges)
    return text
