"""Which formats cannot express which mistakes, and which codes have their cases in tests.

A format that is not named here must have a golden reject case of the code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from golden_cases import FORMATS

_TOML_KEYS: Final = "every key of TOML is a string"
_TOML_NULL: Final = "TOML has no null"
_FOLD_NULL: Final = "outside of JSON, where null is a value, `null` is a word like any other in fold"
_NO_DATES: Final = "it has no dates; what looks like one is a text or no value at all"
_ONLY_YAML: Final = "only YAML has this"
_ONE_VALUE: Final = "a second document is something after the end of the first: a syntax error"


def _except(format_names: Iterable[str], reason: str) -> dict[str, str]:
    return dict.fromkeys([each for each in FORMATS if each not in format_names], reason)


# By the name of a code and by format, why the format cannot express the mistake.
UNSAYABLE: Final[dict[str, dict[str, str]]] = {
    "several-documents": {
        "toml": "a second document continues the first: its keys are duplicates",
        "json": _ONE_VALUE,
        "fold": "a second `fold 1` is a statement that comes twice: a duplicate key",
    },
    "non-string-key": {"toml": _TOML_KEYS, "json": "a key without quotes is a syntax error"},
    "date-value": _except(["toml"], _NO_DATES),
    "null-value": {"toml": _TOML_NULL, "fold": _FOLD_NULL},
    **dict.fromkeys(
        (
            "yaml-version",
            "foreign-tag",
            "cyclic-alias",
            "raw-line-separator",
            "undefined-alias",
            "bad-merge",
            "ambiguous-yaml",
            "tag-mismatch",
            "yaml-1-1-difference",
            "kept-final-newlines",
            "block-for-one-line-text",
        ),
        _except(["yaml"], _ONLY_YAML),
    ),
    "bad-digest": {"fold": "fold is for workflows, and manifests hold digests"},
    "unused-ignore": {"json": "it has no comments"},
    "unreadable-character": _except(["yaml"], "a raw control character is a syntax error; others are text"),
}
# Codes whose cases need more than a source: other limits, links, packages, a command. The tests that hold them,
# as `module::function`.
ELSEWHERE: Final[dict[str, tuple[str, ...]]] = {
    "source-too-large": ("test_golden_limits::test_a_source_that_is_too_large_is_refused",),
    "too-many-nodes": ("test_golden_limits::test_too_many_values_are_refused_at_the_first_one_too_many",),
    "too-much-text": ("test_golden_limits::test_too_much_text_is_refused_where_it_becomes_too_much",),
    "file-without-a-place": ("test_golden_limits::test_a_source_without_a_folder_cannot_name_files",),
    "broken-frontend": ("tools/test_plugins::test_a_broken_front_end_is_reported_once_and_the_rest_goes_on",),
    **dict.fromkeys(
        (
            "bad-pattern",
            "unknown-code",
            "not-a-catalog",
            "unchecked-reference",
            "unknown-tool",
            "glob-matches-nothing",
            "unknown-verifier",
            "unknown-model-slot",
            "unknown-workflow",
            "bad-arguments",
            "unused-entry",
            "shadowed-entry",
            "unclear-workflow-entry",
            "unknown-workflow-version",
            "conflicting-versions",
            "workflow-cycle",
            "missing-workflow",
            "unusable-workflow-file",
            "floating-model-slot",
        ),
        ("test_codes::test_the_example_of_a_page_gives_its_code_and_the_mended_one_gives_nothing",),
    ),
    "unprintable-value": (
        "tools/test_compile_command::test_toml_refuses_nulls_by_name_of_every_place_and_writes_nothing",
    ),
}
