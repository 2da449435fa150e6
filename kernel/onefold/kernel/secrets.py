"""Strings that look like secrets: tokens of known forms, private keys, and values given to names such as `api_key`.

What is found is never shown as it is: `redacted` is the only way in which it reaches a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import log2
from typing import Final

# Everything but a private key has a long run of these; other texts are done with after one look for such a run.
_RUN: Final = re.compile(r"[A-Za-z0-9_+/.~-]{16,}+={0,2}")
_PRIVATE_KEY: Final = "PRIVATE KEY"
_TOKEN: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|dckr_pat_[\w-]{20,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}"
    r"|A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z0-9])"
    r"|AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,}"
    r"|sk-(?:ant-|proj-|svcacct-|or-v1-)?[\w-]{16,}|gsk_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}"
    r"|SG\.[\w-]{16,}\.[\w-]{16,}|SK[0-9a-f]{32}(?![A-Za-z0-9])|key-[0-9a-f]{32}(?![A-Za-z0-9])"
    r"|do[opr]_v1_[0-9a-f]{40,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|dapi[0-9a-f]{32}|lin_api_[A-Za-z0-9]{20,}"
    r"|hv[bsr]\.[\w-]{20,}|glsa_[\w-]{20,}|sntrys_[\w+/=-]{20,}|AGE-SECRET-KEY-1[0-9A-Z]{40,}"
    r"|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"
    r")={0,2}"
)
_TOKEN_PREFIX: Final = re.compile(r"[A-Za-z0-9]+[_.-](?:(?:pat|live|test|ant|proj|svcacct|or-v1|v1|api)[_-])?")
# What stands before a value that is given to a name of a secret: the name, a sign that gives, a scheme.
_ASSIGNED: Final = re.compile(
    r"(?:(?:api|access|secret|private|signing|encryption|account|client|auth|master|webhook|session)[ _-]?"
    r"(?:key|secret|token)|secret|token|passwd|password|passphrase|credentials?|authorization)"
    r"[\"'`]?\s{0,8}(?:=>|:=|=|:)\s{0,8}[\"'`]?(?:(?:bearer|basic|token)\s{1,8})?\Z",
    re.IGNORECASE,
)
_BEARER: Final = re.compile(r"\b(?:bearer)\s{1,8}\Z", re.IGNORECASE)
_LONGEST_BEFORE: Final = 80
_HEADER: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----"
    r"(?P<body>\s*(?:\n|\r|\\n|\\r)(?:\\[nr]|\s)*(?:[A-Za-z-]+: [^\n\\]*(?:\n|\\n))*[A-Za-z0-9+/=]{4,}+(?![^\S\r\n]*\w))?"
)
_FOOTER: Final = re.compile(r"-----END [A-Z0-9 ]*-----")
_LINE_START: Final = re.compile(r"(?:^|[\n\r]|\\n|[\"'])[ \t]*\Z")
_LINE_END: Final = re.compile(r"[ \t]*(?:[\n\r\"']|\\n|\Z)")
# Parts of a name or a path: words, and numbers as short as those in names.
_WORDS: Final = re.compile(r"(?:(?:[A-Za-z]+[0-9]{0,4}|[0-9]{1,4})(?:[._/~+-]+|\Z))*")
_FEWEST_CHARACTERS: Final = 6
# Shannon entropy in bits a character; hexadecimal digits have at most 4.
_HEXADECIMAL: Final = re.compile(r"[0-9a-fA-F-]+")
_LEAST_ENTROPY: Final = 3.2
_LEAST_HEXADECIMAL: Final = 2.8
_SHOWN: Final = 4
# A sign for each length in UTF-8, so that byte offsets stay what they are.
_MASKS: Final = {1: "*", 2: "\xb7", 3: "\u2022", 4: "\U0001f512"}
_WHITE: Final = " \t\r\n"


def secrets(text: str, key: str = "") -> tuple[tuple[int, int], ...]:
    """The half-open ranges of all that looks like a secret, in order; `key` is what the text is the value of.

    >>> secrets("use token ghp_" + "a1B2c3D4e5F6" * 3 + " for it")
    ((10, 50),)
    >>> secrets("5f2b8c1e9d4a7f60b3", key="api_key"), secrets("5f2b8c1e9d4a7f60b3", key="commit")
    (((0, 18),), ())
    """
    found = list(_private_keys(text)) if _PRIVATE_KEY in text else []
    for run in _RUN.finditer(text):
        found.extend(_in_run(text, *run.span(), key))
    return tuple(_merged(sorted(found)))


def redacted(text: str) -> str:
    """The text with everything that looks like a secret masked but for its first four characters.

    >>> redacted("password: hunter2hunter2XYZ")
    'password: hunt***************'
    """
    for start, end in secrets(text):
        text = masked(text, start, end)
    return text


def masked(text: str, start: int, end: int, shown: int = _SHOWN) -> str:
    """The text with the characters of a range, but for the first ones, replaced by as many others.

    White space stays, so that lines stay what they are, and so does the length in UTF-8.
    """
    first = min(start + shown, end)
    hidden = "".join(each if each in _WHITE else _MASKS[len(each.encode())] for each in text[first:end])
    return text[:first] + hidden + text[end:]


def _private_keys(text: str) -> Iterator[tuple[int, int]]:
    for header in _HEADER.finditer(text):
        start, end = header.span()
        if header["body"] is None:
            before = text[max(0, start - _LONGEST_BEFORE) : start]
            if not _LINE_START.search(before) or not _LINE_END.match(text, end):
                continue
        footer = _FOOTER.search(text, end)
        yield start, footer.end() if footer else end


def _in_run(text: str, start: int, end: int, key: str) -> Iterator[tuple[int, int]]:
    known = False
    for token in _TOKEN.finditer(text, start, end):
        if not _is_placeholder(token[0]):
            known = True
            yield token.span()
    if known or not _is_random(text[start:end]):
        return
    before = text[max(0, start - _LONGEST_BEFORE) : start]
    if key and not before.strip("\"'` ") or (key and _BEARER.fullmatch(before)):
        before = f"{key}: {before.lstrip()}"
    if _ASSIGNED.search(before) or _BEARER.search(before):
        yield start, end


def _is_placeholder(token: str) -> bool:
    """Whether a token of a known form is only the picture of one, such as `ghp_xxxxxxxx` or `sk-your-key-here`."""
    prefix = _TOKEN_PREFIX.match(token)
    rest = token[prefix.end() :] if prefix else token
    return len(set(rest)) < _FEWEST_CHARACTERS or (token.startswith("sk-") and not any(map(str.isdigit, rest)))


def _is_random(value: str) -> bool:
    """Whether a value looks as if a machine or a careful person had made it up, and not like a name or a path."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    if not (letters and digits) or _WORDS.fullmatch(value):
        return False
    least = _LEAST_HEXADECIMAL if _HEXADECIMAL.fullmatch(value) else _LEAST_ENTROPY
    return _entropy(value) >= least


def _entropy(text: str) -> float:
    counts = [text.count(each) for each in set(text)]
    return -sum(count / len(text) * log2(count / len(text)) for count in counts)


def _merged(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The ranges, those that overlap made one."""
    last: tuple[int, int] | None = None
    for start, end in ranges:
        if last is not None and start < last[1]:
            last = (last[0], max(last[1], end))
            continue
        if last is not None:
            yield last
        last = (start, end)
    if last is not None:
        yield last
