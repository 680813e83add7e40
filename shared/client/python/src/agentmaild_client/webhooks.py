"""Verifies requests of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Literal, Mapping, Protocol, TypedDict

#: Seconds by which a timestamp may differ from the receiver's clock.
TOLERANCE_SECONDS = 300

_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_HEX = re.compile(r"[0-9a-f]{64}")

Reason = Literal[
    "signature_missing",
    "signature_malformed",
    "signature_mismatch",
    "timestamp_out_of_tolerance",
    "body_malformed",
]


class WebhookEvent(TypedDict):
    """A verified body; `data` depends on `event`."""

    #: For recognising a repetition: delivery is at least once.
    id: str
    event: str
    #: ISO 8601, UTC.
    occurred_at: str
    account_id: str
    data: dict[str, Any]


class Headers(Protocol):
    """Headers of a request, as frameworks and the standard library hand them over."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookVerificationError(Exception):
    """The request isn't genuine. Answer it with 400 and do nothing else."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def verify_webhook(
    body: bytes | str,
    headers: Headers | Mapping[str, str],
    secret: str,
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """Returns the event of a genuine request; raises WebhookVerificationError for any other.

    `body` is the raw body, before any parsing, and `secret` the whole signing secret, with its `whsec_`.
    A request is checked by the first that it has: X-Service-Signature, X-Webhook-Signature-V2 with
    X-Webhook-Timestamp, or the headers of Standard Webhooks. `now` are seconds since 1970.
    """
    if not secret.removeprefix("whsec_"):
        raise ValueError("the signing secret is empty")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    named: dict[str, str] = {}
    for name, value in headers.items():
        named.setdefault(name.lower(), value)
    timestamp, given, expected = _signatures(named, raw, secret)
    # All are compared, so that the time tells nothing about them.
    if not any([hmac.compare_digest(each.encode("utf-8", "replace"), expected.encode()) for each in given]):
        message = "the signature doesn't match the body and secret"
        raise WebhookVerificationError("signature_mismatch", message)
    age = abs((time.time() if now is None else now) - timestamp)
    if age > tolerance:
        message = f"the request was signed {age:.0f} seconds from now"
        raise WebhookVerificationError("timestamp_out_of_tolerance", message)
    return _event_of(raw)


def _signatures(headers: dict[str, str], body: bytes, secret: str) -> tuple[int, list[str], str]:
    """Timestamp and signatures of the first form that a request has, and the expected signature."""
    if (combined := headers.get("x-service-signature")) is not None:
        pairs = [part.strip().partition("=") for part in combined.split(",")]
        timestamp = next((value for name, _, value in pairs if name == "t"), "")
        given = [value for name, _, value in pairs if name == "v1"]
    elif (timestamp := headers.get("x-webhook-timestamp", "")) != "":
        given = [headers.get("x-webhook-signature-v2", "")]
    elif (timestamp := headers.get("webhook-timestamp", "")) != "":
        versions = [part.partition(",") for part in headers.get("webhook-signature", "").split(" ")]
        given = [value for version, _, value in versions if version == "v1"]
        signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode("utf-8", "replace") + body
        return _seconds(timestamp), _present(given), _standard_signature(secret, signed)
    else:
        raise WebhookVerificationError("signature_missing", "the request has no signature")
    hexes = [each.lower() for each in given if _HEX.fullmatch(each.lower())]
    signed = f"{timestamp}.".encode("utf-8", "replace") + body
    return _seconds(timestamp), _present(hexes), hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def _standard_signature(secret: str, signed: bytes) -> str:
    """The signature of Standard Webhooks, whose key is the part of the secret after `whsec_`, decoded."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        message = "the secret is older than Standard Webhooks: rotate it"
        raise WebhookVerificationError("signature_mismatch", message) from None
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def _seconds(timestamp: str) -> int:
    if not _TIMESTAMP.fullmatch(timestamp):
        raise WebhookVerificationError("signature_malformed", "the signature is malformed")
    return int(timestamp)


def _present(signatures: list[str]) -> list[str]:
    if not any(signatures):
        raise WebhookVerificationError("signature_malformed", "the signature is malformed")
    return signatures


def _event_of(body: bytes) -> WebhookEvent:
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        event = None
    if isinstance(event, dict) and "event" in event and "id" in event:
        return event  # type: ignore[return-value]
    raise WebhookVerificationError("body_malformed", "the body isn't an event")
