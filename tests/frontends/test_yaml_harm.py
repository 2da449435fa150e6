"""Hostile YAML texts, each read in a process of its own that may use little time and memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

_CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, (300 * 2**20, 300 * 2**20))
sys.path[:0] = {path!r}
from onefold.frontends.yaml import FRONTEND
from onefold.frontends.bounds import measure
from onefold.frontends.frontend import Limits
from onefold.kernel.source import Source
source = Source("hostile", {text})
reading = FRONTEND.read(source, Limits())
findings = list(reading.findings) or [measure(reading.value, Limits()).finding]
print(*(finding.code for finding in findings if finding is not None))
"""

_ALIASES = "''.join(f'a{i}: &a{i} [' + ','.join([f'*a{i-1}'] * 9) + ']' + chr(10) for i in range(1, 12))"
_MERGES = (
    "''.join(f'a{i}: &a{i} {{<<: [' + ','.join([f'*a{i-1}'] * 9) + f'], k{i}: 1}}' + chr(10) for i in range(1, 12))"
)
_WIDE = "'a: &a {' + ','.join(f'k{i}: 1' for i in range(10_000)) + '}' + chr(10)"
# Each ends with what libyaml refuses, so that the reference parser has to read it as well.
_REFUSED = "+ chr(10) + '@'"

_HOSTILE = {
    "'a: [' + (chr(34) + 'x' + chr(34) + ', ') * 400_000 + ']'": "",
    "'a: [' + 'x' * 5_000_000 + ']'": "",
    "'a: [' + 'x:y ' * 1_000_000 + ']'": "",
    "'- a' + chr(10) + ('  b' + chr(10)) * 700_000": "",
    "'- |' + chr(10) + ('  b' + chr(10)) * 700_000": "",
    "('- |' + chr(10) + chr(10) * 100) * 9_000": "",
    "'[' * 60_000": "nesting-too-deep",
    "'{' * 60_000": "non-string-key",
    "'{a: ' * 60_000": "nesting-too-deep",
    "'- ' * 30_000": "nesting-too-deep",
    "'? ' * 30_000": "non-string-key",
    "'[' * 60_000 + ']' * 60_000": "nesting-too-deep",
    "''.join(' ' * i + 'a:' + chr(10) for i in range(1_000))": "nesting-too-deep",
    f"'a0: &a0 [x]' + chr(10) + {_ALIASES}": "too-many-nodes",
    f"'a0: &a0 {{x: 1}}' + chr(10) + {_MERGES}": "",
    f"{_WIDE} + 'b:' + chr(10) + ('- {{<<: *a}}' + chr(10)) * 100_000": "too-many-nodes",
    f"{_WIDE} + 'b: {{<<: [' + ','.join(['*a'] * 100_000) + ']}}'": "too-many-nodes",
    "''.join(f'- &a{i} x' + chr(10) for i in range(100_000))": "",
    f"''.join(f'- &a{{i}} x' + chr(10) for i in range(60_000)) {_REFUSED}": "syntax-error",
    "'a: &a [*a]'": "cyclic-alias",
    "'&a a: &b {c: *b}'": "cyclic-alias",
    "'a: &a ' + '[' * 100 + '*a' + ']' * 100": "cyclic-alias",
    "'a: ' + '9' * 5_000": "not-finite-number",
    "'a: -' + '9' * 1_000_000 + '.5'": "not-finite-number",
    "'a: ' + '0' * 1_000_000 + '1'": "",
    "'a: 0x' + 'f' * 1_000_000": "not-finite-number",
    "'a: 0o' + '7' * 1_000_000": "not-finite-number",
    "'a: 1e' + '9' * 1_000_000": "not-finite-number",
    "'[' + 'a,' * 1_100_000 + ']'": "too-many-nodes",
    "('- a' + chr(10)) * 1_100_000": "too-many-nodes",
    "('# ' + chr(34) + '#' + chr(10)) * 1_000_000": "empty-document",
    "('# ' + chr(34) + '#' + chr(13)) * 1_000_000 + 'a: 1'": "",
    "'# ' + (chr(34) + '#') * 2_000_000 + chr(10) + 'a: 1'": "",
    "chr(10) * 5_000_000 + 'a: 1'": "",
    "'%YAML 1.2' + chr(10) + ('#' + chr(10)) * 1_000_000 + '---'": "",
    "('%a' + chr(10)) * 100_000 + '---' + chr(10) + 'a: 1'": "",
    "'a: |' + chr(10) + (' ' + chr(10)) * 1_000_000 + '  b'": "",
    "('- |' + chr(13) + '  a' + chr(13)) * 100_000": "",
    "'a: ' + chr(34) + (' ' * 100 + chr(10)) * 10_000 + ' ' + chr(34)": "",
    "'a: [' + chr(10) + (' ' * 1_000 + chr(10)) * 1_000 + ' ]'": "",
    "'a: ' + chr(34) + chr(92) * 999_999 + chr(34)": "syntax-error",
    "'a: !!str ' + (chr(10) + ' ') * 1_000_000 + 'x'": "",
    "'a: !' + 'x' * 1_000_000 + ' y'": "foreign-tag",
    "'a: *' + 'x' * 1_000_000": "undefined-alias",
    "'x' * 2_000 + ': 1'": "syntax-error",
    "'[{x: ' * 40_000 + 'y'": "nesting-too-deep",
    f"('- a' + chr(10)) * 200_000 {_REFUSED}": "syntax-error",
    f"'[' + 'a, ' * 300_000 {_REFUSED}": "syntax-error",
    f"'{{{{' + 'a: {{}}, ' * 100_000 + '}}' {_REFUSED}": "non-string-key",
    f"'a: ' + chr(34) + 'a ' * 500_000 {_REFUSED}": "syntax-error",
    f"chr(10) * 1_000_000 {_REFUSED}": "syntax-error",
    f"('a: &a !!str b' + chr(10)) * 60_000 {_REFUSED}": "duplicate-key",
    f"''.join(f'k{{i}}: {{i}}' + chr(10) for i in range(70_000)) {_REFUSED}": "syntax-error",
}


@pytest.mark.parametrize(("text", "codes"), _HOSTILE.items())
def test_a_hostile_text_ends_soon_and_stays_small(text: str, codes: str) -> None:
    program = _CHILD.format(path=sys.path, text=text)
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr[-500:]
    assert child.stdout.strip() == codes
