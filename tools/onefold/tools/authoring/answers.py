"""Answers to a case: the block with the document, the files in it, and the two blocks after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from onefold.frontends.frontend import Limits
from onefold.kernel.classes import frozen
from onefold.tools.files import looks_secret
from onefold.tools.workspace import CONFIGURATION, PROJECT

DEFAULT_NAME: Final = "answer.fold.yaml"
"""The file of a block that does not say which it is."""
MOST_BYTES: Final = Limits().source_bytes
"""Of a whole answer."""
_MOST_FILES: Final = 50
_LONGEST_PATH: Final = 200
_MOST_BULLETS: Final = 5
_PATH: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
_FILE: Final = re.compile(r'<file\s+path="([^"<>]*)"\s*>')
_BETWEEN: Final = re.compile(r"\s*")
_BULLET: Final = re.compile(r"\s*(?:[-*•]|\d+[.)])\s")


class Unfit(Exception):  # noqa: N818 - it says what became of the answer
    """An answer cannot be taken apart; `code` is for programs, the text says why in a sentence."""

    def __init__(self, code: str, reason: str) -> None:
        """What is told."""
        super().__init__(reason)
        self.code = f"eval.{code}"


@frozen
class Answer:
    """What somebody answered."""

    files: Mapping[str, bytes]
    """By relative path; the first is the document, the others are what it names."""
    rationale: str | None
    """Why it is as it is."""
    verify: str | None
    """The commands that verify it. They are never run."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is missing besides the document, in sentences; an answer is good without it."""
        found = [
            f"the answer has no block <{name}>"
            for name, text in (("rationale", self.rationale), ("verify", self.verify))
            if not text
        ]
        bullets = sum(_BULLET.match(line) is not None for line in (self.rationale or "").split("\n"))
        if bullets > _MOST_BULLETS:
            found.append(f"the block <rationale> has {bullets} bullets, and {_MOST_BULLETS} are enough")
        return tuple(found)


def taken_apart(data: bytes, word: str) -> Answer:
    """The parts of an answer whose document stands in the block `word`. Raises `Unfit`."""
    if len(data) > MOST_BYTES:
        raise Unfit("too_large", f"the answer has more than {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unfit("not_utf8", f"the answer is not UTF-8: see byte {error.start}") from None
    found = _block(text, word)
    if found is None:
        others = [each for each in ("bundle", "patch", "workflow") if _block(text, each) is not None]
        beside = f"; it has <{others[0]}>" if others else ""
        raise Unfit("no_block", f"the answer has no block <{word}> … </{word}>{beside}")
    name, content = found
    has_files = re.search(rf"^[ \t]*{_FILE.pattern}", content, re.MULTILINE) is not None
    files = dict(_files(content.lstrip())) if has_files else {_allowed(name or DEFAULT_NAME): _trimmed(content)}
    _require_apart(files)
    rationale, verify = (_block(text, each) for each in ("rationale", "verify"))
    return Answer(files, rationale and rationale[1], verify and verify[1])


def _block(text: str, word: str) -> tuple[str | None, str] | None:
    """The path that the first opening tag names, if any, and what stands up to the first closing tag, trimmed.

    Without an opening tag there is none. Raises `Unfit`.
    """
    opening = re.search(rf'<{word}(?:\s+path="([^"<>]*)")?\s*>', text)
    if opening is None:
        return None
    end = text.find(f"</{word}>", opening.end())
    if end < 0:
        raise Unfit("unclosed_block", f"the block <{word}> is never closed by </{word}>")
    content = text[opening.end() : end]
    if not content.strip():
        raise Unfit("empty_block", f"nothing stands between <{word}> and </{word}>")
    # The first line keeps its indentation, which means something where the whole is indented.
    return opening[1], re.sub(r"\A(?:[ \t]*\r?\n)+", "", content).rstrip()


def _files(content: str) -> Iterator[tuple[str, bytes]]:
    """The files of a block that consists of them. Raises `Unfit`."""
    seen: set[str] = set()
    position = 0
    while position < len(content):
        opening = _FILE.match(content, position)
        if opening is None:
            raise Unfit("text_between_files", 'in a block with <file path="…"> all text stands in such files')
        end = content.find("</file>", opening.end())
        if end < 0:
            raise Unfit("unclosed_block", f'the block <file path="{opening[1]}"> is never closed by </file>')
        name = _allowed(opening[1])
        if name.casefold() in seen:
            raise Unfit("repeated_path", f"the answer has the file `{name}` twice")
        seen.add(name.casefold())
        if len(seen) > _MOST_FILES:
            raise Unfit("too_many_files", f"the answer has more than {_MOST_FILES} files")
        yield name, _trimmed(content[opening.end() : end])
        position = _BETWEEN.match(content, end + len("</file>")).end()  # type: ignore[union-attr]  # it matches nothing, too


def _trimmed(content: str) -> bytes:
    """A file without the white space around it, and one line end."""
    text = re.sub(r"\A(?:[ \t]*\r?\n)+", "", content).rstrip()
    return f"{text}\n".encode()


def _allowed(name: str) -> str:
    """The path of a file, if an answer may have it. Raises `Unfit`."""
    path = PurePosixPath(name)
    if _PATH.fullmatch(name) is None or len(name) > _LONGEST_PATH:
        raise Unfit("unsafe_path", f"`{name}` is no path of ASCII letters, digits, `_`, `-`, `.` and `/` from here on")
    if looks_secret(path) or path.name in (CONFIGURATION, PROJECT):
        raise Unfit("unsafe_path", f"an answer may not have the file `{name}`")
    return name


def _require_apart(files: Mapping[str, bytes]) -> None:
    """Raise `Unfit` where one file would have to be the folder of another."""
    known = {name.casefold() for name in files}
    for name in files:
        for folder in PurePosixPath(name.casefold()).parents:
            if str(folder) in known:
                raise Unfit("repeated_path", f"`{folder}` cannot be a file and the folder of `{name}`")
