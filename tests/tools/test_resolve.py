"""References: found, unknown or ambiguous, and never a guess."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from stores import NOTE, fork, put, workflow

from onefold.kernel.digest import version
from onefold.kernel.encode import encode
from onefold.tools.store import Note, Revision, Store
from onefold.tools.store.names import digits_of
from onefold.tools.store.resolve import Ambiguous, Found, Unknown, resolve


@pytest.fixture
def store(folder: Path) -> Store:
    return Store.at(folder)


def twins(length: int) -> tuple[str, str]:
    """Two prompts whose versions begin with the same digits."""
    seen: dict[str, str] = {}
    for number in count():
        prompt = str(number)
        beginning = digits_of(version(encode(workflow(prompt=prompt))))[:length]
        other = seen.setdefault(beginning, prompt)
        if other != prompt:
            return other, prompt
    raise AssertionError


def test_a_workflow_means_the_head_of_main(store: Store) -> None:
    put(store, workflow(prompt="1"))
    second = put(store, workflow(prompt="2"))
    stable = put(store, workflow(prompt="1"), "stable")
    assert (
        resolve(store, "w") == resolve(store, "w@main") == resolve(store, "w@latest") == Found(second.version, second)
    )
    assert resolve(store, "w@stable") == Found(stable.version, stable)


@pytest.mark.parametrize("length", [4, 5, 16, 63, 64])
@pytest.mark.parametrize("prefix", ["", "blake3:"])
def test_any_beginning_will_do(store: Store, length: int, prefix: str) -> None:
    revision = put(store, workflow())
    digits = digits_of(revision.id)[:length]
    assert resolve(store, prefix + digits) == Found(revision.version, revision)
    assert resolve(store, (prefix + digits).upper()) == Found(revision.version, revision)
    digits = digits_of(revision.version)[:length]
    assert resolve(store, prefix + digits) == Found(revision.version, None)


@pytest.mark.parametrize(
    "reference",
    [
        "",
        "@",
        "w@",
        "@main",
        "w@none",
        "none",
        "none@main",
        "abc",
        "blake3:",
        "blake3:abc",
        "0000",
        "g000",
        "../..",
        "w@../x",
    ],
)
def test_what_means_nothing_is_unknown(store: Store, reference: str) -> None:
    put(store, workflow())
    assert isinstance(resolve(store, reference), Unknown)


def test_without_a_store_everything_is_unknown(store: Store) -> None:
    for reference in ("w", "w@main", "0000", "f" * 64):
        assert isinstance(resolve(store, reference), Unknown)


def test_more_digits_than_a_digest_has_are_unknown(store: Store) -> None:
    revision = put(store, workflow())
    assert isinstance(resolve(store, f"{revision.id}0"), Unknown)


def test_a_beginning_of_two_versions_is_ambiguous(store: Store) -> None:
    one, two = (put(store, workflow(prompt=each)) for each in twins(4))
    found = resolve(store, digits_of(one.version)[:4])
    assert isinstance(found, Ambiguous)
    assert found.candidates == tuple(sorted([f"{one.version} version", f"{two.version} version"]))
    assert resolve(store, one.version) == Found(one.version, None)


def test_a_beginning_of_a_version_and_a_revision_is_ambiguous(store: Store) -> None:
    for number in count():
        note = Note("Ada", "2026-01-01T00:00:00Z", str(number))
        canonical = workflow()
        name = version(encode(canonical))
        revision = Revision("w", "main", name, (), (), note.message, note.author, note.time).identified()
        if digits_of(revision.id)[:4] == digits_of(name)[:4]:
            break
    revision = put(store, canonical, note=note)
    found = resolve(store, digits_of(name)[:4])
    assert isinstance(found, Ambiguous)
    assert sorted(each.split(" ")[1] for each in found.candidates) == ["revision", "version"]


def test_an_id_comes_before_digits(store: Store) -> None:
    version_digits = digits_of(put(store, workflow("other")).version)
    name = next(
        version_digits[start : start + 4]
        for start in range(60)
        if version_digits[start].isalpha() and isinstance(resolve(store, version_digits[start : start + 4]), Unknown)
    )
    named = put(store, workflow(name))
    digits = digits_of(named.version)
    assert resolve(store, name) == Found(named.version, named)
    assert not digits.startswith(name)
    assert store.heads(name) == (named,)


def test_a_workflow_with_two_heads_is_ambiguous(store: Store) -> None:
    one, two = fork(store, workflow(prompt="1"), workflow(prompt="2"))
    found = resolve(store, "w")
    assert isinstance(found, Ambiguous)
    assert sorted(each.split(" ")[0] for each in found.candidates) == sorted([one.id, two.id])
    assert resolve(store, one.id) == Found(one.version, one)


def test_the_outcomes_are_told_apart(store: Store, onefold: Any) -> None:
    prompts = twins(4)
    one, two = (put(store, workflow(prompt=each)) for each in prompts)
    beginning = digits_of(one.version)[:4]
    outcome = onefold("show", beginning)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.split("\n")[0] == f"onefold: `{beginning}` is ambiguous: 2 things begin with `{beginning}`"
    assert outcome.err.split("\n")[1:3] == [f"  {each} version" for each in sorted([one.version, two.version])]
    outcome = onefold("show", "0000")
    assert (outcome.code, outcome.err) == (2, "onefold: no version and no revision begins with `0000`\n")
    outcome = onefold("show", "x")
    assert (outcome.code, outcome.err) == (2, "onefold: no workflow, version or revision is called `x`\n")
    outcome = onefold("show", "w@x")
    assert outcome.err == "onefold: `w` has no revision on the channel `x`: its channels are `main`\n"
    assert onefold("show", one.version).code == 0


def test_a_near_name_is_offered(store: Store, onefold: Any) -> None:
    put(store, workflow("review"))
    assert onefold("show", "reveiw").err.endswith(": did you mean `review`?\n")
    assert onefold("log", "reveiw").err == "onefold: no revision of `reveiw` is recorded: did you mean `review`?\n"


def test_a_revision_is_found_on_any_channel(store: Store) -> None:
    revisions = [put(store, workflow(name), channel) for name in ("a", "b") for channel in ("main", "stable")]
    assert [store.revision(each.id) for each in revisions] == revisions
    assert store.revision(f"blake3:{'0' * 64}") is None
    assert store.record(workflow("a"), "main", NOTE).revision == revisions[0]
