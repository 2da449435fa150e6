"""Merge golden files as git asks for it: by meaning, else line by line, and always into a whole golden again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from onefold.frontends.compile import compile_source
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.json import FRONTEND as JSON
from onefold.frontends.yaml import FRONTEND as YAML
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.diff import Conflict, merge
from onefold.kernel.document import document
from onefold.kernel.jcs import encode_value
from onefold.tools.git import run_git_for_code
from onefold.tools.goldens import body_of, golden_text

_LABELS: Final = ("ours", "base", "theirs")
# `git merge-file` ends with the number of conflicts, at most this.
_CONFLICTS: Final = range(1, 128)


def merge_goldens(base: str, ours: str, theirs: str, limits: Limits) -> str | None:
    """The golden of the workflow with the changes of both sides; `None` where they are in conflict.

    Raises `GitRefusal`.
    """
    merged = _merged_meaning(base, ours, theirs, limits)
    if merged is None:
        text = merge_texts(body_of(base), body_of(ours), body_of(theirs))
        merged = None if text is None else _compiled(text.encode(), YAML, limits)
    return None if merged is None else golden_text(merged)


def _merged_meaning(base: str, ours: str, theirs: str, limits: Limits) -> Canonical | None:
    sides = [_compiled(each.encode("utf-8", "replace"), YAML, limits) for each in (base, ours, theirs)]
    documents = [document(each.workflow) for each in sides if each is not None]
    if len(documents) < len(sides):
        return None
    try:
        merged = merge(documents[0], documents[1], documents[2], merge_texts)
    except Conflict:
        return None
    return _compiled(encode_value(merged), JSON, limits)


def _compiled(data: bytes, frontend: Frontend, limits: Limits) -> Canonical | None:
    return compile_source("-", data, frontend, limits).canonical


def merge_texts(base: str, ours: str, theirs: str) -> str | None:
    """The text with the lines that either side changed; `None` where they touch each other. Raises `GitRefusal`."""
    text, is_clean = marked_texts(base, ours, theirs)
    return text if is_clean else None


def marked_texts(base: str, ours: str, theirs: str) -> tuple[str, bool]:
    """The merged text, with marks around what is in conflict, and whether nothing is. Raises `GitRefusal`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for label, text in zip(_LABELS, (ours, base, theirs), strict=True):
            (folder / label).write_bytes(text.encode("utf-8", "surrogateescape"))
        labels = [word for label in _LABELS for word in ("-L", label)]
        words = ["merge-file", "--stdout", "--quiet", *labels, *_LABELS]
        found, code = run_git_for_code(folder, words, "git cannot merge texts", _CONFLICTS)
    return found.decode("utf-8", "surrogateescape"), code == 0
