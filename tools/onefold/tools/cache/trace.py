"""What was read while a source was compiled, so that a later run can see whether it would read the same."""

from __future__ import annotations

import marshal
from itertools import islice

from blake3 import blake3

from onefold.frontends.compile import compile_source
from onefold.kernel.classes import define, field, frozen
from onefold.kernel.source import Source
from onefold.tools.compiling import frontend_for
from onefold.tools.files import read_source, text_resolver

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    from onefold.frontends.compile import Compilation
    from onefold.frontends.texts import Refusal, Resolver
    from onefold.tools.cache.digests import Signature
    from onefold.tools.neighbours import Neighbours
    from onefold.tools.surroundings import Surrounding
    from onefold.tools.workspace import Workspace

    Answers: TypeAlias = dict[str, Source | Refusal]
    Taken: TypeAlias = tuple[tuple[str, ...], tuple[str | None, ...]]
    """The texts that a source names, and the other workflows that it asked for."""


@frozen(eq=False)
class Traced:
    """What came of a source, and what that took."""

    compilation: Compilation
    data: bytes
    """Its bytes."""
    answers: Answers
    asked: tuple[str | None, ...]

    @property
    def taken(self) -> Taken:
        """The names of what it took."""
        return tuple(self.answers), self.asked


def traced(name: str, workspace: Workspace, around: Surrounding) -> Traced:
    """Compile a source of a workspace. Raises `OSError`, `ValueError`, `UnknownFormat`, and what its front-end does."""
    neighbours, limits = around.neighbours, workspace.limits
    questions = len(neighbours.questions)
    data = read_source(name, limits)
    answers: Answers = {}
    resolve = recording(text_resolver(name, workspace.folder, limits), answers)
    policy = workspace.policy(name)
    compilation = compile_source(name, data, frontend_for(name), limits, resolve, around.catalog, policy)
    return Traced(compilation, data, answers, tuple(dict.fromkeys(neighbours.questions[questions:])))


@frozen
class Trace:
    """What one source took, besides what holds for all of its workspace."""

    signature: Signature | None
    """Of the source itself, from before it was read."""
    digest: bytes | None
    """Of its bytes."""
    answers: tuple[tuple[str, bytes], ...] = ()
    """The texts that it names, with digests of what was found there."""
    asked: tuple[str | None, ...] = ()
    """The other workflows of the workspace that it asked for, by id; `None` where it asked which there are."""
    around: tuple[tuple[str, str, bytes], ...] = ()
    """The texts that those name, as far as the process did not tell before: path of the workflow, name and digest."""
    understood: tuple[str, ...] = ()
    """The files that were looked into for them, as far as it did not tell."""

    @property
    def taken(self) -> Taken:
        """The names of what it took."""
        return tuple(text for text, _ in self.answers), self.asked


def recording(resolve: Resolver, answers: Answers) -> Resolver:
    """The resolver, with each answer noted."""

    def asked(name: str) -> Source | Refusal:
        answer = answers[name] = resolve(name)
        return answer

    return asked


def digests_of(answers: Mapping[str, Source | Refusal]) -> tuple[tuple[str, bytes], ...]:
    """The answers in few bytes."""
    return tuple((name, digest_of(answer)) for name, answer in answers.items())


def digest_of(answer: Source | Refusal) -> bytes:
    """What tells an answer from others."""
    if isinstance(answer, Source):
        return fingerprint((answer.name, answer.text, answer.marked))
    return fingerprint((answer.code, sorted((name, repr(value)) for name, value in answer.arguments.items())))


@define(eq=False)
class Tale:
    """What a process has to tell of the other workflows of one workspace, each thing once."""

    neighbours: Neighbours
    _answers: int = field(default=0, init=False)
    _understood: int = field(default=0, init=False)
    """How much was told."""

    def news(self) -> tuple[tuple[tuple[str, str, bytes], ...], tuple[str, ...]]:
        """The texts that they name, and the files that were looked into, since it was last asked."""
        told, self._answers = self._answers, len(self.neighbours.answers)
        answers = islice(self.neighbours.answers.items(), told, None)
        seen, self._understood = self._understood, len(self.neighbours.understood())
        understood = self.neighbours.understood()[seen:]
        return (
            tuple((str(path), name, digest_of(answer)) for (path, name), answer in answers),
            tuple(map(str, understood)),
        )


def fingerprint(value: Any) -> bytes:  # noqa: ANN401 - whatever is plain
    """The digest of a plain value: texts, numbers, bytes, and lists and tuples of them."""
    # This version of the format writes equal values as equal bytes: later ones tell apart what is one object.
    return blake3(marshal.dumps(value, 2)).digest()
