"""The digests of identity: SHA-256 of canonical JSON, with the algorithm's name in front."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from onefold.kernel.ir.path import format_path
from onefold.kernel.jcs import encode_value
from onefold.kernel.values import is_inexact

if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

PREFIX: Final = "sha256:"


class Unhashable(ValueError):  # noqa: N818 - it says what the value is
    """A value has no canonical JSON; the text says where and why."""

    def __init__(self, path: IrPath, reason: str) -> None:
        """`path` leads to the part that is to blame; it is shown from `$` on."""
        super().__init__(f"`{_shown(path)}` cannot be hashed: {reason}")
        self.path = _shown(path)
        self.reason = reason


def digest_of(value: JsonValue) -> str:
    """The digest of a plain value: `sha256:` and the 64 hex digits of the hash of its RFC 8785 bytes.

    Raises `Unhashable` for what is no JSON value, for numbers that are not finite or not exact, and for lone
    surrogates.

    >>> digest_of("")
    'sha256:12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126'
    """
    return PREFIX + sha256(canonical_bytes(value)).hexdigest()


def canonical_bytes(value: JsonValue) -> bytes:
    """The RFC 8785 bytes of a plain value. Raises `Unhashable`."""
    _require_plain(value, (), ())
    return encode_value(value)


def _shown(path: IrPath) -> str:
    """A path in a value, from `$` on."""
    below = format_path(path)
    return f"${below}" if below.startswith("[") or not below else f"$.{below}"


def _require_plain(value: object, path: IrPath, above: tuple[int, ...]) -> None:
    """Raise `Unhashable` unless the value can be encoded; `above` are the containers that it stands in."""
    if id(value) in above:
        raise Unhashable(path, "it holds itself")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise Unhashable(path, "a key is no string")
            _require_text(key, (*path, key))
            _require_plain(item, (*path, key), (*above, id(value)))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _require_plain(item, (*path, index), (*above, id(value)))
    elif isinstance(value, str):
        _require_text(value, path)
    elif isinstance(value, int | float):
        _require_number(value, path)
    elif value is not None:
        raise Unhashable(path, f"a {type(value).__name__} is no JSON value")


def _require_text(text: str, path: IrPath) -> None:
    if not text.isascii() and any("\ud800" <= each <= "\udfff" for each in text):
        raise Unhashable(path, "it holds a lone surrogate")


def _require_number(number: float, path: IrPath) -> None:
    if number != number or number in (float("inf"), float("-inf")):
        raise Unhashable(path, "it is not finite")
    if is_inexact(number):
        raise Unhashable(path, "JSON cannot hold so large an integer exactly")
