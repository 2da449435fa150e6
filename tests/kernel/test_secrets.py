"""What looks like a secret, what only speaks of one, and what is shown of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from onefold.kernel.secrets.find import secrets
from onefold.kernel.secrets.glance import may_hold_secret
from onefold.kernel.secrets.mask import beginning, masked

RANDOM = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabcd\n-----END RSA PRIVATE KEY-----"
# Each alone is a secret, and so it is in the middle of a sentence.
TOKENS = [
    f"ghp_{RANDOM}", f"github_pat_{RANDOM}", "AKIAIOSFODNN7EXAMPLE", f"sk-{RANDOM}", f"sk-proj-{RANDOM}",
    f"sk-ant-api03-{RANDOM}", "xoxb-123456789012-abcdefGHIJKL", f"AIzaSy{RANDOM}", "glpat-ABCDEF1234567890abcd",
    f"sk_live_{RANDOM}", f"npm_{RANDOM}", f"hf_{RANDOM}", JWT, KEY, KEY.replace("RSA ", "").replace("\n", "\\n"),
]  # fmt: skip
# Texts with the part of them that is a secret.
ASSIGNED = [
    ("api_key=9f8a7b6c5d4e3f2a1b0c", "9f8a7b6c5d4e3f2a1b0c"),
    ('{"apiKey": "9f8a7b6c5d4e3f2a1b0c"}', "9f8a7b6c5d4e3f2a1b0c"),
    ('{\\"api-key\\": \\"9f8a7b6c5d4e3f2a1b0c\\"}', "9f8a7b6c5d4e3f2a1b0c"),
    ("password: Sup3rS3cretPassw0rd", "Sup3rS3cretPassw0rd"),
    ("Authorization: Bearer 9f8a7b6c5d4e3f2a1b0cXY", "9f8a7b6c5d4e3f2a1b0cXY"),
    ("curl -H 'authorization: token 0123456789abcdef0123'", "0123456789abcdef0123"),
    ("client_secret => `a8F3kL9zQ2xV7bN4==` and more", "a8F3kL9zQ2xV7bN4=="),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
]
HARMLESS = [
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-your-api-key-goes-here-please",
    "^ghp_[A-Za-z0-9]{36}$",
    "task-runner-for-something-long",
    "api_key={{ inputs.api_key }}",
    "api_key: ${API_KEY_FROM_ENVIRONMENT}",
    "api_key: <put-your-key-number-1-here>",
    "token: steps.fetch.output.next_token",
    "token: https://auth.example.com/oauth2/v1/token",
    "secret: /var/run/secrets/token2",
    "password: correct-horse-battery-staple-9",
    "password_policy: min-length-12-chars-upper-lower",
    "max_tokens: 200000, token budget: 123456789012345678",
    "secret: aaaaaaaaaaaaaaaa1111111111111111",
    "commit 57ba4a2aeb7d4894d42415658306b8e5982121f2",
    "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f",
    "id: 123e4567-e89b-12d3-a456-426614174000",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA",
    "the tool github.get_pull_request_review_comments",
    "Never print text such as -----BEGIN PRIVATE KEY----- in the output.",
    "-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEA\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMIIEowIBAAKCAQEA\n-----END PUBLIC KEY-----",
    "monkey: a1b2c3d4e5f6a7b8c9d0",
]


def found(text: str, key: str = "") -> list[str]:
    return [text[start:end] for start, end in secrets(text, key)]


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_and_private_keys_are_found_wherever_they_stand(token: str) -> None:
    assert found(token) == [token]
    assert found(f"Use {token} for it, and {token}.") == [token, token]
    assert found(f'{{"x": "{token}"}}') == [token]


@pytest.mark.parametrize(("text", "secret"), ASSIGNED)
def test_random_values_of_secret_names_are_found(text: str, secret: str) -> None:
    assert found(text) == [secret]


@pytest.mark.parametrize("key", ["api_key", "x-api-key", "apiKey", "Authorization", "password", "CLIENT_SECRET"])
def test_the_key_of_a_value_is_a_name_too(key: str) -> None:
    assert found("9f8a7b6c5d4e3f2a1b0c", key) == ["9f8a7b6c5d4e3f2a1b0c"]
    assert found("Bearer 9f8a7b6c5d4e3f2a1b0c", key) == ["9f8a7b6c5d4e3f2a1b0c"]
    assert found("9f8a7b6c5d4e3f2a1b0c", "commit") == []


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_speaks_of_secrets_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_private_key_goes_to_its_footer_and_without_one_as_far_as_its_lines() -> None:
    assert found(f"a\n{KEY}\nb") == [KEY]
    assert found("-----BEGIN PRIVATE KEY-----") == ["-----BEGIN PRIVATE KEY-----"]
    (cut,) = found("-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabcd\nThis is prose.")
    assert cut.rstrip().endswith("abcd")


@given(texts(), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_a_mask_hides_all_but_four_characters_and_moves_nothing(text: str, pairs: list[tuple[int, int]]) -> None:
    ranges = [(min(pair), max(pair)) for pair in pairs if max(pair) <= len(text)]
    hidden = masked(text, ranges)
    assert len(hidden) == len(text)
    for index, (before, after) in enumerate(zip(text, hidden, strict=True)):
        assert len(before.encode("utf-8", "surrogatepass")) == len(after.encode())
        is_hidden = any(start + 4 <= index < end for start, end in ranges)
        assert after == before if not is_hidden or before in " \t\r\n" else after in "*·•🔒"


@given(texts())
def test_a_glance_misses_nothing(text: str) -> None:
    assert may_hold_secret(text) or not secrets(text)


def test_only_the_beginning_is_shown() -> None:
    assert beginning(TOKENS[0]) == "ghp_"
    assert masked(f"x {TOKENS[2]} y", secrets(f"x {TOKENS[2]} y")) == "x AKIA**************** y"


@pytest.mark.parametrize(
    "text",
    ["a" * 200_000, "-----BEGIN PRIVATE KEY-----\n" * 8000, "token: " * 30_000, "eyJaaaaaaaaa." * 15_000,
     "A: b\n" * 40_000,
     "-----BEGIN PRIVATE KEY-----" + "\\n" * 100_000, "api_key=a1b2c3d4e5f6g7h8 " * 8000, "{{" * 100_000],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_long_texts_are_looked_through_once(text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in secrets(text))
