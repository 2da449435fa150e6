"""Answers for which the same question is asked again and again, about a document or about a class: worked out once."""

from __future__ import annotations

from _weakref import ref

from onefold.kernel.functions import wraps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeVar

    Document = TypeVar("Document")
    Part = TypeVar("Part")
    Answer = TypeVar("Answer")


_MOST_PARTS: Final = 256
_FORGETTERS: Final[dict[Callable[..., object], Callable[[], None]]] = {}
_OF_PARTS: Final[list[Parts]] = []
_are_shared = False


def share_parts() -> None:
    """From now on a part of a document may be a part of later ones too, where it is written alike.

    Commands do so. A program that uses the library may change a value in place, which must not change others.
    """
    global _are_shared
    _are_shared = True


def are_parts_shared() -> bool:
    """Whether documents may have parts in common."""
    return _are_shared


def remembered(function: Callable[[Document], Answer]) -> Callable[[Document], Answer]:
    """The function with a memory of its last answer, for as long as the document lives that it is about.

    Documents are told apart by identity, which is enough because nobody changes one. Only one answer is kept: a run
    over thousands of documents asks all its questions about one of them before it comes to the next.
    """
    last: tuple[ref[Document], Answer] | None = None

    def forget_last(dead: ref[Document] | None = None) -> None:
        nonlocal last
        if dead is None or (last is not None and last[0] is dead):
            last = None

    @wraps(function)
    def answer(document: Document) -> Answer:
        nonlocal last
        known = last
        if known is None or known[0]() is not document:
            known = last = ref(document, forget_last), function(document)
        return known[1]

    _FORGETTERS[answer] = forget_last
    return answer


def forget(*functions: Callable[..., object]) -> None:
    """Drop the answers of some functions, or of all: for large documents they take more room than the documents."""
    for each in functions or tuple(_FORGETTERS):
        _FORGETTERS[each]()


def forget_parts() -> None:
    """Drop what functions know of parts of documents, when a document is done with."""
    for each in _OF_PARTS:
        each.forget()


class Parts:
    """A memory of what came of parts of documents, which may be in one of them many times.

    Parts are told apart by identity, as documents are.
    """

    __slots__ = ("_memories",)

    def __init__(self) -> None:
        self._memories: list[dict[int, tuple[Any, Any]]] = []

    def remembered(self, function: Callable[[Part], Answer]) -> Callable[[Part], Answer]:
        """The function with a memory of some answers; when it is full, they are forgotten together."""
        known: dict[int, tuple[Part, Answer]] = {}
        self._memories.append(known)

        def answer(part: Part) -> Answer:
            found = known.get(id(part))
            if found is None:
                if len(known) >= _MOST_PARTS:
                    known.clear()
                # While the part is held here, nothing else can have its number.
                found = known[id(part)] = part, function(part)
            return found[1]

        return answer

    def forget(self) -> None:
        """Drop all answers."""
        for each in self._memories:
            each.clear()


def remembered_of_parts(function: Callable[[Part], Answer]) -> Callable[[Part], Answer]:
    """The function with a memory of its own of some answers about parts of documents, until `forget_parts`."""
    parts = Parts()
    _OF_PARTS.append(parts)
    return wraps(function)(parts.remembered(function))


def remembered_of_classes(function: Callable[[type[Any]], Answer]) -> Callable[[type[Any]], Answer]:
    """The function with a memory of all its answers about classes; `functools.cache` for what type checkers accept."""
    known: dict[type[Any], Answer] = {}

    @wraps(function)
    def answer(of: type[Any]) -> Answer:
        found = known.get(of)
        return known.setdefault(of, function(of)) if found is None else found

    return answer


def asked_once(function: Callable[[Document], Answer]) -> Callable[[Document], Answer]:
    """The function with a memory of all its answers, for as long as the new function lives.

    What it is asked about is told apart by identity: parts that are written alike are often one object.
    """
    known: dict[int, tuple[Document, Answer]] = {}

    def answer(of: Document) -> Answer:
        found = known.get(id(of))
        if found is None:
            # While it is held here, nothing else gets its number.
            found = known[id(of)] = of, function(of)
        return found[1]

    return answer
