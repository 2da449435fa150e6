"""Names of files in the store: safe on every file system, and no two ids share one."""

from __future__ import annotations

from typing import Final

from onefold.kernel import patterns
from onefold.kernel.digest import PREFIX, digest

LONGEST: Final = 200
_UNSAFE: Final = patterns.compile(rb"[^a-z0-9_-]")
_NAME: Final = patterns.compile(r"(?:[a-z0-9_-]|%[0-9A-F]{2})+|~[0-9a-f]{64}")
_DIGITS: Final = patterns.compile(r"[0-9a-f]{64}")


def file_name(identifier: str) -> str:
    """The name of the file or folder that belongs to an id.

    File systems that do not tell `A` from `a` keep apart what is encoded so.

    >>> [file_name(each) for each in ("pr-review", "ops.merge", "Ops/a:b")]
    ['pr-review', 'ops%2Emerge', '%4Fps%2Fa%3Ab']
    """
    data = identifier.encode("utf-8", "surrogatepass")
    encoded = _UNSAFE.sub(lambda match: b"%%%02X" % match[0][0], data).decode("ascii")
    return encoded if 0 < len(encoded) <= LONGEST else f"~{digits_of(digest('name', data))}"


def is_file_name(name: str) -> bool:
    """Whether a file may belong to an id."""
    return len(name) <= LONGEST and _NAME.fullmatch(name) is not None


def digits_of(digest_text: str) -> str:
    """The hex digits of a digest."""
    return digest_text.removeprefix(PREFIX)


def short(digest_text: str) -> str:
    """A digest cut to what people can compare; the store finds it by that, unless two begin alike."""
    return digest_text[: len(PREFIX) + 12]


def is_digits(name: str) -> bool:
    """Whether a file name is that of a digest: 64 hex digits in lower case."""
    return _DIGITS.fullmatch(name) is not None


def bucket_of(digits: str) -> str:
    """The folder that keeps what has these digits: a folder never holds more than a small share of everything."""
    return digits[:2]
