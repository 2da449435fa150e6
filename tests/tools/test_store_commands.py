"""`record`, `log` and `show` on the command line."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from blake3 import blake3
from jsonschema import Draft202012Validator
from stores import fork, path_of, put, workflow

from onefold.api import check
from onefold.frontends.registry import FRONTENDS
from onefold.tools.store import Note, Store

SOURCE = "onefold: 1\nworkflow: w\n# why\nsteps:\n  a: {kind: model, prompt: %s}\n"
V = "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"


@pytest.fixture
def written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Write the workflow with a prompt; the moment and the author are always the same."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Ada Lovelace")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "ada@example.org")

    def write(prompt: str, name: str = "w.fold.yaml") -> Path:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(SOURCE % prompt)
        return path

    return write


def validator(kind: str) -> Draft202012Validator:
    schema = json.loads(files("onefold.tools").joinpath("schemas", f"{kind}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_recording_says_what_it_did_and_leaves_the_source_alone(written: Any, folder: Path, onefold: Any) -> None:
    path = written("hi")
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    outcome = onefold("record", "w.fold.yaml", "-m", "first")
    head = Store.at(folder).heads("w")[0]
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"recorded w@main: revision {head.id} of version {V}\n"
    assert (head.message, head.author, head.time) == ("first", "Ada Lovelace <ada@example.org>", "2026-01-01T00:00:00Z")
    outcome = onefold("record", "w.fold.yaml", "-m", "again")
    assert (outcome.code, outcome.out) == (0, f"unchanged w@main: the head {head.id} is version {V} already\n")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_the_same_meaning_in_another_format_is_unchanged(written: Any, folder: Path, onefold: Any) -> None:
    written("hi")
    onefold("record", "w.fold.yaml")
    folder.joinpath("w.fold").write_text('fold 1 workflow w model a { prompt "hi" }')
    assert onefold("record", "w.fold").out.startswith("unchanged w@main")
    assert onefold("record", "-", "--from", "fold", stdin=b'fold 1 workflow w model a{prompt "hi"}').out.startswith(
        "unch"
    )


def test_what_git_shall_not_see_is_there_for_the_workspace_of_the_source(
    written: Any, folder: Path, onefold: Any
) -> None:
    folder.joinpath("onefold.toml").touch()
    written("hi", "flows/w.fold.yaml")
    assert onefold("record", "flows").code == 0
    assert Store.at(folder).exists
    assert not Store.at(folder / "flows").exists


def test_nothing_is_recorded_unless_everything_compiles(written: Any, folder: Path, onefold: Any) -> None:
    written("hi")
    written("hi", "bad.fold.yaml").write_text(SOURCE.replace("kind", "knid") % "hi")
    outcome = onefold("record", ".")
    assert (outcome.code, outcome.out, "error[OF2" in outcome.err) == (1, "", True)
    assert onefold("record", "none.fold.yaml", "w.fold.yaml").code == 2
    assert onefold("record", "flows").code == 2
    assert onefold("record").code == 2
    assert not Store.at(folder).exists


def test_versions_that_are_named_in_order_are_recorded_in_order(written: Any, folder: Path, onefold: Any) -> None:
    written("one", "v1.fold.yaml")
    written("two", "v2.fold.yaml")
    assert onefold("record", "v1.fold.yaml", "v2.fold.yaml").code == 0
    head = Store.at(folder).heads("w")[0]
    assert head.parent_versions == (check(folder / "v1.fold.yaml").version,)


def test_versions_that_a_search_finds_are_rivals(written: Any, folder: Path, onefold: Any) -> None:
    written("one", "v1.fold.yaml")
    written("two", "v2.fold.yaml")
    outcome = onefold("record", ".")
    assert outcome.code == 2
    assert "`v1.fold.yaml` and `v2.fold.yaml` are different versions of `w`" in outcome.err
    assert not Store.at(folder).exists
    written("one", "v2.fold.yaml")
    assert [line.split(" ")[0] for line in onefold("record", ".").out.split("\n")] == ["recorded", "unchanged", ""]


@pytest.mark.parametrize("channel", ["latest", "a b", "", "é", "-x", "a" * 101])
def test_a_channel_has_an_id(written: Any, folder: Path, onefold: Any, channel: str) -> None:
    written("hi")
    assert onefold("record", "w.fold.yaml", f"--channel={channel}").code == 2
    assert not Store.at(folder).exists


def test_a_message_that_is_no_text_is_refused(written: Any, folder: Path, onefold: Any) -> None:
    written("hi")
    assert onefold("record", "w.fold.yaml", "-m", "\udcff").code == 2
    assert not Store.at(folder).exists


def test_a_time_that_is_none_is_refused(written: Any, onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    written("hi")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    outcome = onefold("record", "w.fold.yaml")
    assert (outcome.code, "no number of seconds" in outcome.err) == (2, True)


def test_log_shows_the_newest_first(written: Any, folder: Path, onefold: Any) -> None:
    for prompt in ("one", "two", "one"):
        written(prompt)
        onefold("record", "w.fold.yaml", "-m", f"{prompt}\n\nwith more")
    newest = Store.at(folder).heads("w")[0]
    outcome = onefold("log", "w")
    assert outcome.code == 0
    blocks = outcome.out.split("\n\n    with more\n")
    assert blocks[0] == "\n".join(
        [
            f"revision {newest.id} (head)",
            f"version  {newest.version}",
            "author   Ada Lovelace <ada@example.org>",
            "time     2026-01-01T00:00:00Z",
            "",
            "    one",
        ]
    )
    assert onefold("log", "w", "-n", "1").out == blocks[0] + "\n\n    with more\n"
    assert onefold("log", "w", "-n", "0").out == ""
    assert onefold("log", "w@main", "-n", "99").out == onefold("log", "w@latest").out == outcome.out


def test_log_in_json_has_the_published_shape(written: Any, onefold: Any) -> None:
    for prompt in ("one", "two"):
        written(prompt)
        onefold("record", "w.fold.yaml", "-m", prompt)
    printed = json.loads(onefold("log", "w", "--format", "json").out)
    validator("log").validate(printed)
    assert (printed["ok"], printed["workflow"], printed["channel"]) == (True, "w", "main")
    assert [each["message"] for each in printed["revisions"]] == ["two", "one"]
    assert printed["heads"] == [printed["revisions"][0]["id"]]
    record = {name: value for name, value in printed["revisions"][0].items() if name != "id"}
    data = json.dumps(record, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    derived = blake3(data, derive_key_context="onefold revision v1").hexdigest()
    assert printed["revisions"][0]["id"] == f"blake3:{derived}"


def test_a_log_with_a_gap_shows_what_comes_before_it(folder: Path, onefold: Any) -> None:
    store = Store.at(folder)
    first, second, third = (put(store, workflow(prompt=each)) for each in "123")
    path_of(store, second).write_bytes(path_of(store, second).read_bytes().replace(b"Ada", b"Eve"))
    outcome = onefold("log", "w")
    assert outcome.code == 1
    assert outcome.out.startswith(f"revision {third.id} (head)\n")
    assert "error[OF704]" in outcome.err
    outcome = onefold("log", "w", "--format", "json")
    printed = json.loads(outcome.out)
    validator("log").validate(printed)
    assert (outcome.code, printed["ok"], [each["id"] for each in printed["revisions"]]) == (1, False, [third.id])
    assert first.id not in outcome.out


def test_log_of_two_heads_shows_both_and_says_so(folder: Path, onefold: Any) -> None:
    store = Store.at(folder)
    base = put(store, workflow(prompt="0"))
    one, two = fork(store, workflow(prompt="1"), workflow(prompt="2"))
    outcome = onefold("log", "w")
    assert outcome.code == 0
    assert "w@main has 2 heads" in outcome.err
    assert {f"revision {one.id} (head)", f"revision {two.id} (head)", f"revision {base.id}"} <= set(
        outcome.out.split("\n")
    )


def test_lines_beside_each_other_come_by_their_time(folder: Path, onefold: Any) -> None:
    store = Store.at(folder)
    put(store, workflow(prompt="0"), note=Note("Ada", "2026-01-01T00:00:00Z", "base"))
    one, two = fork(store, workflow(prompt="1"), workflow(prompt="2"))
    assert one.time == two.time
    store.record(workflow(prompt="3"), "main", Note("Ada", "2026-01-02T00:00:00Z", "merge"), merge=True)
    shown = json.loads(onefold("log", "w", "--format", "json").out)["revisions"]
    assert [each["message"] for each in shown] == ["merge", "a message", "a message", "base"]


def test_log_of_nothing_says_what_there_is(written: Any, onefold: Any) -> None:
    outcome = onefold("log", "w")
    assert (outcome.code, outcome.out, outcome.err) == (
        2,
        "",
        "onefold: no revision of `w` is recorded: there is no version store `.onefold`\n",
    )
    written("hi")
    onefold("record", "w.fold.yaml", "--channel", "stable")
    assert onefold("log", "w").err == "onefold: `w` has no revision on the channel `main`: its channels are `stable`\n"
    assert onefold("log", "w", "-n", "-1").code == 2


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
def test_what_is_shown_is_a_source_of_the_same_version(written: Any, onefold: Any, frontend: Any) -> None:
    written("hi")
    onefold("record", "w.fold.yaml", "-m", "a\u2028b\n\n*/ # -->\x07 {{")
    outcome = onefold("show", "w", "--to", frontend.name)
    assert (outcome.code, outcome.err) == (0, "")
    assert check(outcome.out, format=frontend.name).version == V
    headed = outcome.out.startswith(f"{frontend.comment} version {V}\n{frontend.comment} revision blake3:")
    assert headed == (frontend.name != "json")


def test_show_says_what_is_known_of_the_revision(written: Any, folder: Path, onefold: Any) -> None:
    written("one")
    onefold("record", "w.fold.yaml")
    written("hi")
    onefold("record", "w.fold.yaml", "-m", "ask\nmore")
    second = Store.at(folder).heads("w")[0]
    lines = onefold("show", "w").out.split("\n")
    assert lines[:8] == [
        f"# version {V}",
        f"# revision {second.id} of w@main",
        f"# after {second.parents[0]}, version {second.parent_versions[0]}",
        "# recorded 2026-01-01T00:00:00Z by Ada Lovelace <ada@example.org>",
        "#",
        "#   ask",
        "#   more",
        "onefold: 1",
    ]
    assert onefold("show", second.id).out == onefold("show", "w@main").out == "\n".join(lines)
    assert onefold("show", V).out.split("\n")[:2] == [f"# version {V}", "onefold: 1"]
    printed = onefold("show", "w", "--to", "jcs").out
    assert f"blake3:{blake3(printed.encode()).hexdigest()}" == V


def test_show_in_json_has_the_published_shape(written: Any, onefold: Any) -> None:
    written("hi")
    onefold("record", "w.fold.yaml")
    printed = json.loads(onefold("show", "w", "--format", "json").out)
    validator("show").validate(printed)
    assert (printed["version"], printed["document"]["steps"]["a"]["prompt"]) == (V, "hi")
    printed = json.loads(onefold("show", V[:20], "--format", "json").out)
    validator("show").validate(printed)
    assert (printed["version"], printed["revision"]) == (V, None)
    assert onefold("show", "w", "--format", "json", "--to", "yaml").code == 2
    assert onefold("show", "w", "--to", "ini").code == 2


def test_what_a_format_cannot_say_is_not_shown_in_it(folder: Path, onefold: Any) -> None:
    text = "onefold: 1\nworkflow: n\nsteps:\n  a: {kind: tool, tool: t, args: {page: null}, timeout: 1s}\n"
    folder.joinpath("n.fold.yaml").write_text(text)
    onefold("record", "n.fold.yaml")
    outcome = onefold("show", "n", "--to", "toml")
    assert (outcome.code, outcome.out, "error[OF151]" in outcome.err) == (1, "", True)


def test_a_damaged_object_is_told_and_not_shown(written: Any, folder: Path, onefold: Any) -> None:
    written("hi")
    onefold("record", "w.fold.yaml")
    path = Store.at(folder).objects.path_of(V)
    path.write_bytes(path.read_bytes().replace(b"hi", b"ho"))
    for arguments in (["show", "w"], ["show", V], ["record", "w.fold.yaml"]):
        outcome = onefold(*arguments)
        assert (outcome.code, outcome.out) == (1, "")
        assert f"error[OF701]: What is kept as `{V}` is another text" in outcome.err
        assert f" --> {path.relative_to(folder)}\n" in outcome.err
