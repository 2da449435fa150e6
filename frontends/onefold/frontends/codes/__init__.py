"""Codes of reading and lowering, one module each: its docstring is the page, `CODE` the identity.

They are loaded only when there is something to show.
"""

from __future__ import annotations

from typing import Final

# In the order of their ids. A module's name is the code's name with underscores.
NAMES: Final = (
    "not_utf8",
    "empty_document",
    "several_documents",
    "duplicate_key",
    "non_string_key",
    "syntax_error",
    "not_finite_number",
    "inexact_integer",
    "lone_surrogate",
    "date_value",
    "yaml_version",
    "foreign_tag",
    "cyclic_alias",
    "raw_line_separator",
    "undefined_alias",
    "bad_merge",
    "ambiguous_yaml",
    "tag_mismatch",
    "source_too_large",
    "nesting_too_deep",
    "too_many_nodes",
    "too_much_text",
    "unreadable_character",
    "predicate_too_deep",
    "broken_frontend",
    "unprintable_value",
    "unknown_field",
    "missing_field",
    "wrong_type",
    "null_value",
    "bad_identifier",
    "unknown_choice",
    "out_of_range",
    "bad_duration",
    "bad_money",
    "predicate_syntax",
    "bad_glob",
    "reserved_identifier",
    "unsupported_version",
    "empty_text",
    "too_few_entries",
    "bad_version",
    "not_an_object_schema",
    "unknown_function",
    "file_without_a_place",
    "missing_file",
    "file_outside_workspace",
    "secret_file",
)
