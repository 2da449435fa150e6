"""Hostile JSON and TOML texts, each read in a process of its own that may use little time and memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

_CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, (300 * 2**20, 300 * 2**20))
sys.path[:0] = {path!r}
from onefold.frontends.{name} import FRONTEND
from onefold.frontends.bounds import measure
from onefold.frontends.frontend import Limits
from onefold.kernel.source import Source
source = Source("hostile", {text})
reading = FRONTEND.read(source, Limits())
findings = list(reading.findings) or [measure(reading.value, Limits()).finding]
tree = FRONTEND.locate(source, Limits())
print(*(finding.code for finding in findings if finding is not None))
"""

_JSON = {
    "'[' * 60_000": "nesting-too-deep",
    "'[' * 60_000 + ']' * 60_000": "nesting-too-deep",
    "'{\"a\":' * 60_000": "nesting-too-deep",
    "'[' * 900 + ']' * 900": "nesting-too-deep",
    "'[' + '9' * 5_000 + ']'": "not-finite-number",
    "'[-' + '9' * 1_000_000 + '.5]'": "not-finite-number",
    "'[0.' + '0' * 1_000_000 + '1]'": "",
    "'[1e' + '9' * 1_000_000 + ']'": "not-finite-number",
    "'\"' + 'a' * 2_000_000": "syntax-error",
    "'\"' + chr(92) * 999_999 + '\"'": "syntax-error",
    "'\"' + (chr(92) + 'n') * 300_000 + 'x' * 9 + chr(1)": "syntax-error",
    "' ' * 5_000_000": "empty-document",
    "'[' + '1,' * 80_000 + 'x]'": "syntax-error",
    "'{' + '\"a\":1,' * 100_000 + '\"b\":1}'": " ".join(["duplicate-key"] * 100),
    "'[' + 'NaN,' * 100_000 + '1]'": " ".join(["not-finite-number"] * 100),
}
_TOML = {
    "'a = ' + '[' * 60_000": "nesting-too-deep",
    "'a = ' + '{a=' * 60_000": "nesting-too-deep",
    "'a = ' + '[' * 390 + ']' * 390": "nesting-too-deep",
    "'[' * 60_000": "syntax-error",
    "'[' + '.'.join(['a'] * 100_000) + ']'": "nesting-too-deep",
    "'.'.join(['a'] * 100_000) + ' = 1'": "nesting-too-deep",
    "'a = {' + '.'.join(['a'] * 100_000) + ' = 1}'": "nesting-too-deep",
    "''.join('.'.join(['a'] * 900) + f'.x{i} = 1' + chr(10) for i in range(600))": "nesting-too-deep",
    "''.join('.'.join(['a'] * 100) + f'.x{i} = 1' + chr(10) for i in range(1_000))": "",
    "''.join('[' + '.'.join(['a'] * 100) + f'.x{i}]' + chr(10) for i in range(1_000))": "",
    "'a = ' + '9' * 5_000": "not-finite-number",
    "'a = 0x' + 'f' * 1_000_000": "not-finite-number",
    "'a = ' + '9' * 1_000_000 + '.5'": "not-finite-number",
    "'a = 0.' + '0' * 1_000_000 + '1'": "",
    "'a = \"' + 'a' * 2_000_000": "syntax-error",
    "'a = ' + '\"' * 3 + '\"\"a' * 300_000": "syntax-error",
    "'a = ' + '\"' * 3 + (chr(92) + 'n') * 300_000": "syntax-error",
    "'a = ' + '\"' * 3 + (chr(92) + chr(10)) * 300_000 + '\"' * 3": "",
    "'a = 1' + '.' * 1_000_000": "syntax-error",
    "'a' * 2_000_000": "syntax-error",
    "chr(10) * 1_000_000 + '='": "syntax-error",
    "'a = [' + '1,' * 50_000 + 'x]'": "syntax-error",
    "'a = 1' + chr(10) + ('a = 1' + chr(10)) * 50_000": " ".join(["duplicate-key"] * 100),
    "('[[a]]' + chr(10)) * 50_000": "",
    "('#' + 'x' * 9 + chr(10)) * 100_000 + 'a = 2024-01-01'": "date-value",
}


@pytest.mark.parametrize(("text", "codes"), _JSON.items())
def test_a_hostile_json_text_ends_at_once(text: str, codes: str) -> None:
    assert read_in_child("json", text) == codes


@pytest.mark.parametrize(("text", "codes"), _TOML.items())
def test_a_hostile_toml_text_ends_at_once(text: str, codes: str) -> None:
    assert read_in_child("toml", text) == codes


def read_in_child(name: str, text: str) -> str:
    program = _CHILD.format(path=sys.path, name=name, text=text)
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr[-500:]
    return child.stdout.strip()
