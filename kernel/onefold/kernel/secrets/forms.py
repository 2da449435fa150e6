"""The forms of known tokens, and how random a value must be to be taken for a secret."""

from __future__ import annotations

from math import log2

from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

TOKEN: Final = patterns.compile(
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
    r")={0,2}",
    patterns.ASCII,
)
_TOKEN_PREFIX: Final = patterns.compile(r"[A-Za-z0-9]+[_.-](?:(?:pat|live|test|ant|proj|svcacct|or-v1|v1|api)[_-])?")
# Parts of a name or a path: words, and numbers as short as those in names.
_WORDS: Final = patterns.compile(r"[._/~+-]*(?:(?:[A-Za-z]+[0-9]{0,4}|[0-9]{1,4})(?:[._/~+-]+|\Z))*")
_FEWEST_CHARACTERS: Final = 6
# Shannon entropy in bits a character; hexadecimal digits have at most 4.
_HEXADECIMAL: Final = patterns.compile(r"[0-9a-fA-F-]+")
_LEAST_ENTROPY: Final = 3.2
_LEAST_HEXADECIMAL: Final = 2.8


def is_placeholder(token: str) -> bool:
    """Whether a token of a known form is only the picture of one, such as `ghp_xxxxxxxx` or `sk-your-key-here`."""
    prefix = _TOKEN_PREFIX.match(token)
    rest = token[prefix.end() :] if prefix else token
    return len(set(rest)) < _FEWEST_CHARACTERS or (token.startswith("sk-") and not any(map(str.isdigit, rest)))


def is_random(value: str) -> bool:
    """Whether a value looks as if a machine or a careful person had made it up, and not like a name or a path."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    if not (letters and digits) or _WORDS.fullmatch(value):
        return False
    least = _LEAST_HEXADECIMAL if _HEXADECIMAL.fullmatch(value) else _LEAST_ENTROPY
    return _entropy(value) >= least


def _entropy(text: str) -> float:
    counts = [text.count(each) for each in set(text)]
    return -sum(count / len(text) * log2(count / len(text)) for count in counts)
