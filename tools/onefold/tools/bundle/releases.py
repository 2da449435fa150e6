"""When and by what a bundle was made, and the log of releases that somebody may keep."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from onefold.frontends.json.render import render
from onefold.kernel.bundle.spdx import EPOCH
from onefold.kernel.bundle.trust_chain import Release, chain_document, fault_of_chain, release_record
from onefold.kernel.json_text import members_once
from onefold.tools.bundle.packing import Packed
from onefold.tools.bundle.refusal import Refused
from onefold.tools.files import read_at_most

_EPOCH_NAME: Final = "SOURCE_DATE_EPOCH"
_LARGEST: Final = 2**26
"""Bytes of the largest log that is read."""


def installed_version() -> str:
    """The version of onefold; `0` for a checkout that is not installed."""
    try:
        return version("onefold")
    except PackageNotFoundError:
        return "0"


def created_at() -> str:
    """The time that a list of parts gives: that of `SOURCE_DATE_EPOCH`, or the beginning of all clocks."""
    seconds = _epoch()
    return EPOCH if seconds is None else _time(seconds)


def with_release(path: Path, packed: Packed, tool_version: str) -> bytes:
    """The log with a record of this release at its end. Raises `Refused` for one that is no chain, and `OSError`."""
    records = _records(path)
    seconds = _epoch()
    time = _time(datetime.now(UTC).timestamp() if seconds is None else seconds)
    signed = packed.manifest.signature is not None
    agent = os.environ.get("USER") or "onefold"
    release = Release(packed.hash, tool_version, signed, agent, time)
    grown = [*records, release_record(release, records)]
    return render(chain_document(grown, time, tool_version)).encode()


def _records(path: Path) -> list[dict[str, Any]]:
    try:
        data = read_at_most(path, _LARGEST, follows=True)
    except FileNotFoundError:
        return []
    if data is None:
        reason = f"the trust log `{path}` has more than {_LARGEST} bytes"
        raise Refused("pack.trust_log_failed", "unpackable-bundle", reason=reason)
    try:
        records: list[dict[str, Any]] = json.loads(data, object_pairs_hook=members_once)["records"]
        fault = fault_of_chain(records)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        fault = "it is no chain of records"
    if fault is not None:
        raise Refused("pack.trust_log_failed", "unpackable-bundle", reason=f"the trust log `{path}` is broken: {fault}")
    return records


def _epoch() -> float | None:
    text = os.environ.get(_EPOCH_NAME)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 11:
        raise Refused("pack.metadata_failed", "unpackable-bundle", is_usage=True, reason=f"`{_EPOCH_NAME}` is no time")
    return float(text)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
