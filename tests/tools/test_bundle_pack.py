"""Packed bundles: the same bytes everywhere, read by other people's tools, and never with a secret in them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import pytest
import zstandard
from bundle_documents import FLOW, NAMES, document, second_python, workspace, write

from onefold.kernel.bundle.archive import layout
from onefold.kernel.bundle.trust_chain import fault_of_chain
from onefold.kernel.classes import evolve
from onefold.tools.bundle.archives import read_archive
from onefold.tools.bundle.contents import archive_of

MERGE = "fold 1\nworkflow ops.merge\ntool merge = github.merge { timeout 1m }\n"
CALLER = FLOW.replace(
    "tool close = github.close { timeout 1m }", "subworkflow close = ops.merge @ VERSION { timeout 1m }"
)


def pack(onefold: Any, entry: str, output: str, *arguments: str) -> dict[str, Any]:
    outcome = onefold("bundle", "pack", entry, "-o", output, "--json", *arguments)
    assert outcome.code == 0, outcome
    printed: dict[str, Any] = json.loads(outcome.out)
    assert printed["onefold"] == "bundle-pack/1"
    return printed


def key(onefold: Any, name: str = "key.pem") -> str:
    return str(onefold("bundle", "keygen", name).out.strip())


def test_a_pack_is_verified_inspected_run_and_unpacked(onefold: Any, folder: Path) -> None:
    fingerprint = key(onefold)
    packed = pack(onefold, workspace(folder), "b.foldpack", "--sign", "--key", "key.pem")["data"]
    assert packed["signature"] == {"algorithm": "ed25519", "key_id": fingerprint, "present": True}
    verified = json.loads(onefold("bundle", "verify", "b.foldpack", "--strict", "--json").out)
    assert verified["ok"] is True
    assert verified["data"]["bundle_hash"] == verified["data"]["recorded_bundle_hash"] == packed["bundle_hash"]
    assert set(verified["data"]["checks"].values()) == {"passed"}
    inspected = json.loads(onefold("bundle", "inspect", "b.foldpack", "--json").out)["data"]
    assert inspected["bundle_hash"] == packed["bundle_hash"]
    assert [each["path"] for each in inspected["entries"]][:2] == ["sbom.spdx.json", "artifacts/program.json"]
    run = json.loads(onefold("bundle", "run", "b.foldpack", "--json").out)["data"]
    assert run["digests"]["package"] == packed["bundle_hash"]
    (folder / "latest.foldpack").symlink_to("b.foldpack")
    assert onefold("bundle", "run", "latest.foldpack").code == 0
    validated = json.loads(onefold("bundle", "validate", "b.foldpack", "--json").out)["data"]
    assert (validated["valid"], validated["bundle_hash"]) == (True, packed["bundle_hash"])
    assert onefold("bundle", "unpack", "b.foldpack", "out").code == 0
    assert sorted(
        p.relative_to(folder / "out").as_posix() for p in (folder / "out").rglob("*") if p.is_file()
    ) == sorted(["foldpack.json", *(each["path"] for each in inspected["entries"])])


def test_a_key_is_for_its_owner_alone_and_is_never_written_over(onefold: Any, folder: Path) -> None:
    told = onefold("bundle", "keygen", "key.pem")
    assert told.err == "wrote key.pem, which nobody else can read, and key.pem.pub\n"
    assert (folder / "key.pem").stat().st_mode & 0o777 == 0o600
    before = (folder / "key.pem").read_bytes()
    outcome = onefold("bundle", "keygen", "key.pem")
    assert (outcome.code, (folder / "key.pem").read_bytes()) == (2, before)


SETTINGS = {
    "plain": ({}, 0o022),
    "elsewhere": ({"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "USER": "eve", "HOME": "/nowhere"}, 0o077),
    "seeded": ({"PYTHONHASHSEED": "99", "TZ": "America/Caracas", "LC_ALL": "C.UTF-8", "USER": "bob"}, 0o002),
}


def _packed_in_a_child(folder: Path, setting: str, program: str = sys.executable) -> bytes:
    """The bytes of a pack made by a process of its own, in a folder of its own, its files made in another order."""
    names = ["flow.fold", "bundle.fold.yaml", "key.pem", "docs/b.md", "docs/a.md"]
    target = folder / f"in {setting}" / "deeper"
    for name in names if setting == "plain" else reversed(names):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / name, target / name)
        os.utime(target / name, (len(setting) * 10**8,) * 2)
    environment, mask = SETTINGS[setting]
    base = {"PATH": os.environ["PATH"]}
    if program == sys.executable:
        base["PYTHONPATH"] = ":".join(sys.path)
    command = ["bundle", "pack", "bundle.fold.yaml", "-o", "b.foldpack", "--sign", "--key", "key.pem"]
    subprocess.run(
        [program, "-m", "onefold.tools", *command], cwd=target, env={**base, **environment}, umask=mask, check=True
    )
    return (target / "b.foldpack").read_bytes() + (target / "b.foldpack.dsse.json").read_bytes()


@pytest.fixture
def determined(onefold: Any, folder: Path) -> Path:
    workspace(folder, metadata={"contributes": ["docs"]})
    (folder / "docs").mkdir()
    (folder / "docs" / "a.md").write_text("a")
    (folder / "docs" / "b.md").write_text("b")
    key(onefold)
    return folder


def test_folder_mask_zone_locale_seed_order_user_and_time_change_no_byte(determined: Path) -> None:
    plain = _packed_in_a_child(determined, "plain")
    for setting in ("elsewhere", "seeded"):
        assert _packed_in_a_child(determined, setting) == plain


def test_another_version_of_python_gives_the_same_bytes(determined: Path) -> None:
    assert _packed_in_a_child(determined, "seeded", second_python()) == _packed_in_a_child(determined, "plain")


def test_another_version_of_zstd_gives_the_same_hash_and_is_named(
    onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = workspace(folder)
    here = pack(onefold, name, "b.foldpack")["data"]
    said = here["manifest"]["metadata"]["packed_with"]
    assert said["zstd_version"] == here["zstd_version"] == ".".join(map(str, zstandard.ZSTD_VERSION))
    with monkeypatch.context() as patched:
        patched.setattr("onefold.tools.bundle.compression.library_version", lambda: "9.9.9")
        there = pack(onefold, name, "c.foldpack")["data"]
    assert there["manifest"]["metadata"]["packed_with"] == {**said, "zstd_version": "9.9.9"}
    assert there["bundle_hash"] == here["bundle_hash"]
    for file, frame in (("b.foldpack", "passed"), ("c.foldpack", "not checked")):
        outcome = onefold("bundle", "verify", file, "--strict", "--allow-unsigned", "--json")
        assert json.loads(outcome.out)["data"]["checks"]["frame"] == frame


@pytest.mark.parametrize("format_name", NAMES)
def test_the_format_of_the_document_changes_no_byte(onefold: Any, folder: Path, format_name: str) -> None:
    pack(onefold, workspace(folder, format_name), "b.foldpack")
    pack(onefold, workspace(folder, "json"), "c.foldpack")
    assert (folder / "b.foldpack").read_bytes() == (folder / "c.foldpack").read_bytes()


def test_sub_workflows_are_linked_from_the_store_and_from_files(onefold: Any, folder: Path) -> None:
    (folder / "merge.fold").write_text(MERGE)
    assert onefold("record", "merge.fold", "--channel", "stable").code == 0
    recorded = onefold("hash", "merge.fold").out.split()[0]
    for selector in ("stable", recorded):
        name = workspace(folder)
        (folder / "flow.fold").write_text(CALLER.replace("VERSION", selector))
        report = pack(onefold, name, "b.foldpack")["data"]["link_report"]
        assert [(each["workflow"], each["reason"]) for each in report["workflows"] if each["version"] == recorded] == [
            ("ops.merge", "named by close of nightly")
        ]
        assert onefold("bundle", "verify", "b.foldpack", "--allow-unsigned", "--strict").code == 0
    # What changes later does not change what the channel names.
    (folder / "merge.fold").write_text(MERGE.replace("1m", "2m"))
    name = workspace(folder)
    (folder / "flow.fold").write_text(CALLER.replace("VERSION", "stable"))
    again = pack(onefold, name, "c.foldpack")["data"]["link_report"]
    assert recorded in {each["version"] for each in again["workflows"]}
    (folder / "flow.fold").write_text(CALLER.replace("VERSION", "beta"))
    outcome = onefold("bundle", "pack", name, "-o", "d.foldpack")
    assert outcome.code == 1
    assert "[OF859] module.read_failed: The step `close` of `nightly` cannot be linked" in outcome.err
    assert not (folder / "d.foldpack").exists()


def test_a_workflow_that_contains_itself_is_not_packed(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    (folder / "onefold.toml").write_text("")
    (folder / "flow.fold").write_text(CALLER.replace("VERSION", "latest"))
    (folder / "merge.fold").write_text("fold 1\nworkflow ops.merge\nsubworkflow back = nightly { timeout 1m }\n")
    outcome = onefold("bundle", "pack", name, "-o", "b.foldpack")
    assert outcome.code == 1
    assert "contains this one" in outcome.err


def test_the_signature_is_verified_by_openssl(onefold: Any, folder: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl")
    key(onefold)
    packed = pack(onefold, workspace(folder), "b.foldpack", "--sign", "--key", "key.pem")["data"]
    (folder / "hash").write_text(packed["bundle_hash"])
    (folder / "signature").write_bytes(bytes.fromhex(packed["manifest"]["signature"]["signature"]))
    command = [openssl, "pkeyutl", "-verify", "-pubin", "-inkey", "key.pem.pub", "-rawin", "-in", "hash"]
    found = subprocess.run([*command, "-sigfile", "signature"], cwd=folder, capture_output=True, check=False)
    assert found.returncode == 0, found
    (folder / "hash").write_text(packed["bundle_hash"][:-1])
    assert subprocess.run([*command, "-sigfile", "signature"], cwd=folder, capture_output=True, check=False).returncode


def test_the_statement_is_verified_by_securesystemslib(onefold: Any, folder: Path) -> None:
    from cryptography.hazmat.primitives.serialization import load_pem_public_key
    from securesystemslib.dsse import Envelope
    from securesystemslib.exceptions import VerificationError
    from securesystemslib.signer._key import SSlibKey

    fingerprint = key(onefold)
    key(onefold, "other.pem")
    packed = pack(onefold, workspace(folder), "b.foldpack", "--sign", "--key", "key.pem")["data"]
    envelope = Envelope.from_dict(json.loads((folder / "b.foldpack.dsse.json").read_text()))
    public = [
        SSlibKey.from_crypto(load_pem_public_key((folder / f"{each}.pem.pub").read_bytes()), fingerprint)
        for each in ("key", "other")
    ]
    assert list(envelope.verify([public[0]], 1)) == [fingerprint]
    with pytest.raises(VerificationError):
        envelope.verify([public[1]], 1)
    statement = json.loads(envelope.payload)
    assert statement["subject"][0]["digest"] == {"blake3": packed["bundle_hash"].removeprefix("blake3:")}


def test_the_list_of_parts_is_spdx(onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spdx_tools.spdx.parser.parse_anything import parse_file
    from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

    (folder / "docs").mkdir()
    (folder / "docs" / "a.md").write_text("a")
    pack(onefold, workspace(folder, metadata={"contributes": ["docs"]}), "b.foldpack")
    onefold("bundle", "unpack", "b.foldpack", "out")
    parsed = parse_file(str(folder / "out" / "sbom.spdx.json"))
    assert validate_full_spdx_document(parsed) == []
    assert str(parsed.creation_info.created) == "1970-01-01 00:00:00"
    names = {each.name for each in parsed.packages}
    assert {"nightly", "onefold", "tool:ci.lint", "asset:docs/a.md", "artifact:artifacts/program.json"} <= names
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    pack(onefold, "bundle.fold.yaml", "c.foldpack")
    onefold("bundle", "unpack", "c.foldpack", "out2")
    assert '"created": "1970-01-02T00:00:00Z"' in (folder / "out2" / "sbom.spdx.json").read_text()
    assert onefold("bundle", "verify", "c.foldpack", "--strict", "--allow-unsigned").code == 0


SECRETS = [
    *(".env", ".env.local", "id_rsa", "id_rsa.pub", "id_ed25519", "server.pem", "tls.KEY", "store.p12"),
    *("credentials.json", "Credentials", ".npmrc", ".netrc", "secrets/token.txt", "a/Secrets/b/c.txt"),
]


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_stops_the_pack_with_its_path(onefold: Any, folder: Path, name: str) -> None:
    entry = workspace(folder, metadata={"contributes": ["docs"]})
    secret = folder / "docs" / "deep" / name
    secret.parent.mkdir(parents=True)
    secret.write_text("hush")
    (folder / "docs" / "a.md").write_text("a")
    shown = f"docs/deep/{name}"
    outcome = onefold("bundle", "pack", entry, "-o", "b.foldpack", "--json")
    assert outcome.code == 1
    assert f"[OF856] pack.secret_blocked: `{shown}` looks like a secret" in outcome.err
    assert json.loads(outcome.out)["error"]["code"] == "pack.secret_blocked"
    assert not (folder / "b.foldpack").exists()
    printed = pack(onefold, entry, "b.foldpack", "--exclude-secrets")
    assert printed["data"]["manifest"]["metadata"]["skipped_assets"] == [{"path": shown, "reason": "secret_path"}]
    assert printed["warnings"][0]["code"] == "pack.asset_skipped_secret"
    archive = read_archive((folder / "b.foldpack").read_bytes())
    assert b"hush" not in b"".join(layout(archive.entries))
    assert onefold("bundle", "verify", "b.foldpack", "--strict", "--allow-unsigned").code == 0
    pack(onefold, entry, "c.foldpack", "--include-secrets")
    assert read_archive((folder / "c.foldpack").read_bytes()).find(shown) == b"hush"


@pytest.mark.parametrize("name", ["secrets/child.fold", ".env.fold", "id_rsa-child.fold", "credentials.child.fold"])
def test_a_sub_workflow_in_a_file_that_looks_secret_stops_the_pack(onefold: Any, folder: Path, name: str) -> None:
    entry = workspace(folder)
    (folder / "onefold.toml").write_text("")
    (folder / "flow.fold").write_text(CALLER.replace("VERSION", "latest"))
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(MERGE)
    for arguments in ((), ("--exclude-secrets",)):
        outcome = onefold("bundle", "pack", entry, "-o", "b.foldpack", *arguments)
        assert (outcome.code, f"pack.secret_blocked: `{name}` looks like a secret" in outcome.err) == (1, True), outcome
        assert not (folder / "b.foldpack").exists()
    pack(onefold, entry, "b.foldpack", "--include-secrets")


def test_a_link_to_what_looks_secret_stops_the_pack(onefold: Any, folder: Path) -> None:
    (folder / "onefold.toml").write_text("")
    workspace(folder)
    (folder / "secrets").mkdir()
    (folder / "flow.fold").rename(folder / "secrets" / "kept.fold")
    (folder / "secrets" / "merge.fold").write_text(MERGE)
    (folder / "flow.fold").write_text(CALLER.replace("VERSION", "latest"))
    (folder / "merge.fold").symlink_to("secrets/merge.fold")
    (folder / "linked.fold").symlink_to("secrets/kept.fold")
    (folder / ".env.fold.yaml").write_bytes((folder / "bundle.fold.yaml").read_bytes())
    (folder / "linked.fold.yaml").symlink_to(".env.fold.yaml")
    for entry, secret in (
        ("flow.fold", "secrets/merge.fold"),
        ("linked.fold", "secrets/kept.fold"),
        ("linked.fold.yaml", ".env.fold.yaml"),
    ):
        outcome = onefold("bundle", "pack", entry, "-o", "b.foldpack")
        told = f"pack.secret_blocked: `{secret}` looks like a secret"
        assert (outcome.code, told in outcome.err) == (1, True), outcome
        assert not (folder / "b.foldpack").exists()
    pack(onefold, "flow.fold", "b.foldpack", "--include-secrets")


def test_a_catalogue_in_a_file_that_looks_secret_stops_the_pack(onefold: Any, folder: Path) -> None:
    name = write(folder, "credentials", {"catalog": "tools", "tools": {}}, "json")
    (folder / "onefold.toml").write_text(f'catalogs = ["{name}"]\n')
    outcome = onefold("bundle", "pack", workspace(folder), "-o", "b.foldpack")
    assert (outcome.code, f"pack.secret_blocked: `{name}`" in outcome.err) == (1, True), outcome
    pack(onefold, "bundle.fold.yaml", "b.foldpack", "--include-secrets")


@pytest.mark.parametrize("name", [each for each in SECRETS if "/" not in each])
def test_a_prompt_is_held_against_the_same_list_of_secrets(onefold: Any, folder: Path, name: str) -> None:
    (folder / name).write_text("hush")
    (folder / "p.fold.json").write_text(
        json.dumps({"onefold": 1, "workflow": "p", "steps": {"a": {"kind": "model", "prompt": {"file": name}}}})
    )
    outcome = onefold("bundle", "pack", "p.fold.json", "-o", "b.foldpack", "--exclude-secrets")
    assert (outcome.code, "OF233]" in outcome.err) == (1, True), outcome
    assert not (folder / "b.foldpack").exists()


def test_a_folder_that_the_checkout_lies_in_is_no_secret(onefold: Any, folder: Path, monkeypatch: Any) -> None:
    below = folder / "secrets" / "checkout"
    below.mkdir(parents=True)
    name = workspace(below)
    monkeypatch.chdir(below)
    pack(onefold, name, "b.foldpack")


def test_what_cannot_be_packed_is_told_and_nothing_is_written(onefold: Any, folder: Path) -> None:
    (folder / "link").symlink_to(folder / "flow.fold")
    (folder / "x\\y").write_text("x")
    for contributes, code in (
        (["../x"], "asset.outside_root"),
        (["/etc/passwd"], "asset.outside_root"),
        (["link"], "asset.outside_root"),
        (["gone"], "asset.read_failed"),
        (["/dev/null"], "asset.outside_root"),
        ({"a": 1}, "pack.invalid_contributes"),
        (["x\\y"], "asset.outside_root"),
    ):
        outcome = onefold(
            "bundle", "pack", workspace(folder, metadata={"contributes": contributes}), "-o", "b.foldpack"
        )
        assert outcome.code == 1
        assert f"[OF857] {code}: " in outcome.err
    for claimed in ("packed_with", "skipped_assets"):
        outcome = onefold("bundle", "pack", workspace(folder, metadata={claimed: []}), "-o", "b.foldpack")
        told = f"pack.metadata_failed: The bundle cannot be packed: `metadata.{claimed}`"
        assert (outcome.code, told in outcome.err) == (1, True), outcome
    (folder / "sources").mkdir()
    (folder / "sources" / "x").write_text("x")
    name = workspace(folder, metadata={"contributes": ["sources"]})
    assert "pack.unsafe_archive_path" in onefold("bundle", "pack", name, "-o", "b.foldpack").err
    assert not (folder / "b.foldpack").exists()


def test_a_place_that_cannot_be_written_is_told(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    pack(onefold, name, "b.foldpack")
    for arguments in (
        ("pack", name, "-o", "gone/b.foldpack"),
        ("unpack", "b.foldpack", "gone/out"),
        ("run", name, "--receipt-out", "gone/r.json"),
        ("preview", name, "--html", "gone/p.html"),
        ("preview", name, "--svg", "gone/p.svg"),
        ("keygen", "gone/key.pem"),
    ):
        outcome = onefold("bundle", *arguments)
        assert outcome.code == 2
        assert outcome.err.startswith("onefold: cannot write `"), outcome
        assert outcome.err.endswith("`: no such file or directory\n")
    (folder / "dir.foldpack").mkdir()
    for words in ("verify", "inspect", f"pack {name} -o c.foldpack --sign --key"):
        outcome = onefold("bundle", *words.split(" "), "dir.foldpack")
        assert (outcome.code, outcome.err) == (2, "onefold: cannot read `dir.foldpack`: is a directory\n")
    for word, *more in (
        *(("pack", name, "-o", each) for each in (".", "/", "..")),
        *(("keygen", each) for each in (".", "/")),
        ("run", name, "--receipt-out", "/dev/full"),
    ):
        outcome = onefold("bundle", word, *more)
        assert outcome.code == 2
        assert outcome.err.startswith(f"onefold: cannot write `{more[-1]}`: "), outcome


def test_a_key_is_not_made_by_halves(onefold: Any, folder: Path) -> None:
    (folder / "key.pem.pub").write_text("theirs")
    outcome = onefold("bundle", "keygen", "key.pem")
    assert (outcome.code, outcome.err) == (2, "onefold: cannot write `key.pem.pub`: file exists\n")
    assert not (folder / "key.pem").exists()
    assert (folder / "key.pem.pub").read_text() == "theirs"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("pack", "NAME", "-o", ""), "argument -o/--output: the path is empty"),
        (("pack", "NAME", "-o", "b.foldpack", "--upgrade", ""), "argument --upgrade: the path is empty"),
        (("pack", "NAME", "-o", "b.foldpack", "--trust-log="), "argument --trust-log: the path is empty"),
        (("pack", "NAME", "-o", "b.foldpack", "--trust-log=--"), "argument --trust-log: expected one argument"),
        (("run", "NAME", "--receipt-out", ""), "argument --receipt-out: the path is empty"),
        (("run", "NAME", "--trust-policy", ""), "argument --trust-policy: the path is empty"),
        (("preview", "NAME", "--html", ""), "argument --html: the path is empty"),
        (("run", "NAME", "--event-id", "\udcff"), "argument --event-id: it is no UTF-8"),
        (("run", "NAME", "--trigger-id", "\udcff"), "argument --trigger-id: it is no UTF-8"),
    ],
)
def test_an_option_with_a_value_that_it_cannot_have_is_refused(
    onefold: Any, folder: Path, arguments: tuple[str, ...], reason: str
) -> None:
    name = workspace(folder)
    before = set(folder.iterdir())
    outcome = onefold("bundle", *(name if each == "NAME" else each for each in arguments), "--json")
    assert (outcome.code, json.loads(outcome.out)["error"]["message"].partition(";")[0]) == (2, reason)
    assert set(folder.iterdir()) == before


def test_arguments_that_contradict_each_other_are_refused(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    for arguments in (
        ("--sign",),
        ("--key", "k"),
        ("--sign", "--key", "k", "--unsigned"),
        ("--include-secrets", "--exclude-secrets"),
    ):
        outcome = onefold("bundle", "pack", name, "-o", "b.foldpack", *arguments)
        assert outcome.code == 2
        assert "see `onefold bundle pack --help`" in outcome.err
    (folder / "bad.pem").write_text("hello")
    outcome = onefold("bundle", "pack", name, "-o", "b.foldpack", "--sign", "--key", "bad.pem")
    assert (outcome.code, "[OF858] pack.sign_key_failed" in outcome.err) == (1, True)


def test_the_log_of_releases_grows_by_a_chain_and_nothing_is_written_unless_it_is_named(
    onefold: Any, folder: Path
) -> None:
    name = workspace(folder)
    before = set(folder.iterdir())
    pack(onefold, name, "b.foldpack")
    assert set(folder.iterdir()) - before == {folder / "b.foldpack"}
    for _ in range(2):
        pack(onefold, name, "b.foldpack", "--trust-log", "log.json")
    records = json.loads((folder / "log.json").read_text())["records"]
    assert fault_of_chain(records) is None
    assert [each["chain_index"] for each in records] == [1, 2]
    records[0]["agent"] = "mallory"
    (folder / "log.json").write_text(json.dumps({"records": records}))
    outcome = onefold("bundle", "pack", name, "-o", "c.foldpack", "--trust-log", "log.json")
    assert (outcome.code, "pack.trust_log_failed" in outcome.err) == (1, True)
    with (folder / "endless").open("wb") as endless:
        endless.truncate(2**26 + 1)
    outcome = onefold("bundle", "pack", name, "-o", "c.foldpack", "--trust-log", "endless")
    assert (outcome.code, "`endless` has more than 67108864 bytes" in outcome.err) == (1, True), outcome
    for device in ("/dev/zero", "/dev/full", "."):
        outcome = onefold("bundle", "pack", name, "-o", "c.foldpack", "--trust-log", device)
        assert (outcome.code, outcome.err.startswith(f"onefold: cannot read `{device}`: ")) == (2, True), outcome
    assert not (folder / "c.foldpack").exists()


def test_an_upgrade_keeps_what_the_older_bundle_says_of_itself(onefold: Any, folder: Path) -> None:
    pack(onefold, workspace(folder), "old.foldpack")
    (folder / "flow.fold").write_text(FLOW.replace("Mend it.", "Mend it well."))
    new = pack(onefold, "flow.fold", "new.foldpack", "--upgrade", "old.foldpack")["data"]["manifest"]
    assert (new["id"], new["version"]) == ("nightly", "1.0.0")
    assert [each["id"] for each in new["triggers"]] == [each["id"] for each in document()["triggers"]]
    assert new["prompt_capsules"]["mend"]["prompt"] == "Mend it well."
    assert onefold("bundle", "verify", "new.foldpack", "--allow-unsigned", "--strict").code == 0


def test_nothing_is_taken_over_from_an_archive_that_is_not_what_was_signed(onefold: Any, folder: Path) -> None:
    key(onefold)
    name = workspace(folder)
    pack(onefold, name, "old.foldpack", "--sign", "--key", "key.pem")
    archive = read_archive((folder / "old.foldpack").read_bytes())
    policy = evolve(archive.manifest.policy, autonomy_tier="act_auto")
    changed = archive_of(evolve(archive.manifest, policy=policy), archive.entries)
    (folder / "old.foldpack").write_bytes(zstandard.compress(b"".join(layout(changed))))
    (folder / "old.foldpack.dsse.json").unlink()
    arguments = ("bundle", "pack", name, "-o", "new.foldpack", "--upgrade", "old.foldpack")
    outcome = onefold(*arguments, "--sign", "--key", "key.pem")
    assert (outcome.code, "[OF847] verify.signature_failed" in outcome.err) == (1, True), outcome
    assert not (folder / "new.foldpack").exists()


def test_a_bundle_of_the_contract_in_an_older_schema_can_be_upgraded(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    nodes = {"look": {"kind": "stage"}}
    old = {"schema_version": 1, "id": "ancient", "version": "0.9.0", "workflow": {"id": "flow", "nodes": nodes}}
    (folder / "old.json").write_text(json.dumps(old))
    assert onefold("bundle", "validate", "old.json").code == 1
    new = pack(onefold, name, "new.foldpack", "--upgrade", "old.json")["data"]["manifest"]
    assert (new["id"], new["version"], new["schema_version"]) == ("ancient", "0.9.0", 3)


def test_tools_that_a_catalogue_lists_travel_with_their_schemas(onefold: Any, folder: Path) -> None:
    (folder / "onefold.toml").write_text('catalogs = ["tools.fold.json"]\n')
    tool = {"description": "Lints.", "input": {"type": "object"}}
    write(folder, "tools", {"catalog": "tools", "tools": {"ci.lint": tool, "other": tool}}, "json")
    name = workspace(folder)
    packed = pack(onefold, name, "b.foldpack")["data"]["manifest"]
    assert {each["name"]: each["schema_hash_blake3"] is not None for each in packed["tool_manifest"]} == {
        "ci.lint": True, "ci.test": False, "github.close": False, "github.get_diff": False
    }  # fmt: skip
    archive = read_archive((folder / "b.foldpack").read_bytes())
    assert json.loads(archive.find("tools/ci%2Elint.json") or b"") == tool
    assert onefold("bundle", "verify", "b.foldpack", "--allow-unsigned", "--strict").code == 0


def test_unpacking_never_replaces_what_it_should_not(onefold: Any, folder: Path) -> None:
    pack(onefold, workspace(folder), "b.foldpack")
    (folder / "other").mkdir()
    (folder / "link").symlink_to(folder / "other")
    (folder / "file").write_text("x")
    for target, code, force in (
        ("other", "unpack.output_exists", ()),
        ("link", "unpack.output_symlink", ("--force",)),
        (".", "unpack.output_unsafe", ("--force",)),
        ("other", "unpack.output_not_harnpack_dir", ("--force",)),
        ("file", "unpack.output_unsupported", ("--force",)),
    ):
        outcome = onefold("bundle", "unpack", "b.foldpack", target, *force)
        assert (outcome.code, f"[OF860] {code}" in outcome.err) == (2, True), outcome
    assert onefold("bundle", "unpack", "b.foldpack", "out").code == 0
    (folder / "out" / "more").write_text("x")
    assert onefold("bundle", "unpack", "b.foldpack", "out", "--force").code == 0
    assert not (folder / "out" / "more").exists()
    assert not [each for each in folder.iterdir() if each.name.startswith(".out")]


def test_a_folder_that_is_named_over_itself_is_replaced(onefold: Any, folder: Path) -> None:
    pack(onefold, workspace(folder), "b.foldpack")
    assert onefold("bundle", "unpack", "b.foldpack", "out").code == 0
    (folder / "out" / "more").write_text("x")
    assert onefold("bundle", "unpack", "b.foldpack", "out/../out", "--force").code == 0
    assert (folder / "out" / "foldpack.json").is_file()
    assert not (folder / "out" / "more").exists()


def test_a_folder_stays_as_it_is_where_the_new_one_cannot_be_written(
    onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(onefold, workspace(folder), "b.foldpack")
    assert onefold("bundle", "unpack", "b.foldpack", "out").code == 0
    (folder / "out" / "more").write_text("x")
    rename = Path.rename

    def full(path: Path, target: Path) -> Path:
        if path.name == "new":
            raise OSError(28, "No space left on device", str(target))
        return rename(path, target)

    def refusing(path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    before = sorted(folder.rglob("*"))
    for seam, broken in (("onefold.tools.writing.create_file", refusing), ("pathlib.Path.rename", full)):
        with monkeypatch.context() as patched:
            patched.setattr(seam, broken)
            outcome = onefold("bundle", "unpack", "b.foldpack", "out", "--force")
        assert (outcome.code, outcome.err.startswith("onefold: cannot write `")) == (2, True), outcome
        assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("names", [("x.txt", "X.TXT"), ("\u00e9", "e\u0301"), ("x", "X/y"), ("straße", "STRASSE")])
def test_files_that_would_be_one_elsewhere_are_not_packed(onefold: Any, folder: Path, names: tuple[str, str]) -> None:
    for name in names:
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(name)
    if len(list((folder / "docs").iterdir())) < len(names):
        pytest.skip("this file system takes them for one")
    entry = workspace(folder, metadata={"contributes": ["docs"]})
    outcome = onefold("bundle", "pack", entry, "-o", "b.foldpack", "--json")
    assert outcome.code == 1
    error = json.loads(outcome.out)["error"]
    assert (error["code"], error["name"]) == ("pack.archive_failed", "repeated-archive-entry")
    assert not (folder / "b.foldpack").exists()


def test_an_empty_file_is_packed_and_verified(onefold: Any, folder: Path) -> None:
    (folder / "empty").write_text("")
    pack(onefold, workspace(folder, metadata={"contributes": ["empty"]}), "b.foldpack")
    outcome = onefold("bundle", "verify", "b.foldpack", "--strict", "--allow-unsigned")
    assert outcome.code == 0, outcome


def test_a_name_that_is_no_utf_8_is_told(onefold: Any, folder: Path) -> None:
    (folder / "docs").mkdir()
    try:
        Path(os.fsdecode(os.fsencode(folder / "docs") + b"/\xff.pem")).write_text("x")
    except OSError:
        pytest.skip("this file system takes no such name")
    entry = workspace(folder, metadata={"contributes": ["docs"]})
    for arguments in ((), ("--exclude-secrets",)):
        outcome = onefold("bundle", "pack", entry, "-o", "b.foldpack", *arguments)
        assert outcome.code == 1
        assert "pack.unsafe_archive_path" in outcome.err
        assert "it is no UTF-8" in outcome.err


def test_a_folder_may_be_as_deep_as_a_path_can_be(onefold: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "docs").mkdir()
    monkeypatch.chdir(folder / "docs")
    for _ in range(1200):
        Path("d").mkdir()
        monkeypatch.chdir("d")
    Path("x").write_text("x")
    monkeypatch.chdir(folder)
    entry = workspace(folder, metadata={"contributes": ["docs"]})
    outcome = onefold("bundle", "pack", entry, "-o", "b.foldpack")
    assert (outcome.code, "it is longer than 100 bytes" in outcome.err) == (1, True), outcome
    # Whoever clears up after the tests goes down by calling itself.
    Path("docs/" + "d/" * 600).rename("deep")


def test_nothing_that_is_read_is_written_over(onefold: Any, folder: Path) -> None:
    key(onefold)
    (folder / "onefold.toml").write_text("")
    (folder / "merge.fold").write_text(MERGE)
    (folder / "asset.md").write_text("a")
    name = workspace(folder, metadata={"contributes": ["asset.md"]})
    (folder / "flow.fold").write_text(CALLER.replace("VERSION", "latest"))
    pack(onefold, name, "b.foldpack", "--trust-log", "log.json")
    (folder / "outputs.fold.json").write_text('{"steps": {}}')
    (folder / "linked").symlink_to("flow.fold")
    os.link(folder / "key.pem", folder / "hard")
    before = {each: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    sign = ("--sign", "--key", "key.pem")
    for arguments in (
        *(("pack", name, "-o", each) for each in (name, "flow.fold", "linked", "merge.fold", "asset.md", "./asset.md")),
        *(("pack", name, "-o", each, *sign) for each in ("key.pem", "hard")),
        ("pack", name, "-o", "log.json", "--trust-log", "log.json"),
        ("pack", name, "-o", "new", "--trust-log", "./new"),
        ("pack", name, "-o", "new", "--trust-log", "new.dsse.json", *sign),
        ("pack", name, "-o", "new", "--trust-log", "key.pem", *sign),
        *(("run", name, "--receipt-out", each) for each in (name, "flow.fold")),
        ("run", name, "--outputs", "outputs.fold.json", "--receipt-out", "outputs.fold.json"),
        ("preview", name, "--html", "flow.fold"),
        ("preview", name, "--html", "new", "--svg", "new"),
    ):
        outcome = onefold("bundle", *arguments)
        assert (outcome.code, "would be written over" in outcome.err) == (2, True), (arguments, outcome)
        assert {each: each.read_bytes() for each in folder.iterdir() if each.is_file()} == before


def test_the_schema_of_a_document_is_published() -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads(resources("onefold.tools").joinpath("schemas", "bundle.json").read_text())
    Draft202012Validator(schema).validate(document())
    assert not Draft202012Validator(schema).is_valid(document(colour="red"))


def test_checking_a_workflow_loads_nothing_of_bundles(folder: Path) -> None:
    (folder / "flow.fold").write_text(FLOW)
    program = (
        "import sys\nfrom onefold.tools.cli.main import main\nmain(['check', 'flow.fold'])\n"
        "print([n for n in sys.modules if 'bundle' in n or n in ('zstandard', 'cryptography')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert found.stdout.decode().splitlines()[-1] == "[]"


def test_the_payload_of_the_statement_is_its_own_bytes(onefold: Any, folder: Path) -> None:
    key(onefold)
    pack(onefold, workspace(folder), "b.foldpack", "--sign", "--key", "key.pem")
    envelope = json.loads((folder / "b.foldpack.dsse.json").read_text())
    assert json.loads(b64decode(envelope["payload"]))["predicate"]["bundle"] == "nightly"
    # A pack that nobody signs takes away the statement about the one before.
    pack(onefold, "bundle.fold.yaml", "b.foldpack")
    assert not (folder / "b.foldpack.dsse.json").exists()
