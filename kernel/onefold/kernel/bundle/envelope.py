"""The signed statement about a bundle as a DSSE envelope, so that tools for supply chains can read it."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.jcs import encode_value
from onefold.kernel.json_text import members_once

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from onefold.kernel.values import JsonObject

PAYLOAD_TYPE: Final = "application/vnd.in-toto+json"
STATEMENT_TYPE: Final = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE: Final = "urn:onefold:bundle:1"


@frozen
class SignedStatement:
    """What an envelope says, and who says so."""

    payload: bytes
    key_id: str
    signature: bytes


def statement(bundle: str, version: str, hash_: str) -> bytes:
    """The statement that a bundle has this hash."""
    digits = hash_.partition(":")[2]
    return encode_value(
        {
            "_type": STATEMENT_TYPE,
            "subject": [{"name": f"{bundle}.foldpack", "digest": {"blake3": digits}}],
            "predicateType": PREDICATE_TYPE,
            "predicate": {"bundle": bundle, "version": version, "hash": hash_},
        }
    )


def signed_bytes(payload: bytes, payload_type: str = PAYLOAD_TYPE) -> bytes:
    """What is signed: the payload with its type and the lengths of both."""
    kind = payload_type.encode()
    return b" ".join((b"DSSEv1", str(len(kind)).encode(), kind, str(len(payload)).encode(), payload))


def envelope(payload: bytes, key_id: str, sign: Callable[[bytes], bytes]) -> JsonObject:
    """The envelope around a payload."""
    signature = b64encode(sign(signed_bytes(payload))).decode()
    return {
        "payload": b64encode(payload).decode(),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [{"keyid": key_id, "sig": signature}],
    }


def read_envelope(data: bytes) -> SignedStatement:
    """What an envelope says, unverified. Raises `ValueError` for what is none of ours."""
    try:
        value: Any = json.loads(data, object_pairs_hook=members_once)
        (signature,) = value["signatures"]
        if value["payloadType"] != PAYLOAD_TYPE or set(value) != {"payload", "payloadType", "signatures"}:
            raise ValueError("it is of another type")
        payload = b64decode(value["payload"], validate=True)
        return SignedStatement(payload, str(signature["keyid"]), b64decode(signature["sig"], validate=True))
    except (KeyError, TypeError, ValueError, RecursionError) as fault:
        raise ValueError("it is no envelope with one signature") from fault
