"""Deliveries of webhooks; needs no API key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Sequence
from typing import Protocol, Union

from ._errors import CovergateError
from .generated.models import AutomaticRenewalEvent, ClaimEvent, ContractEvent


class ContractWebhookEvent(ContractEvent):
    id: str


class AutomaticRenewalWebhookEvent(AutomaticRenewalEvent):
    id: str


class ClaimWebhookEvent(ClaimEvent):
    id: str


WebhookEvent = Union[ContractWebhookEvent, AutomaticRenewalWebhookEvent, ClaimWebhookEvent]
"""An event, told apart by `event_type`. `id` is the same in every delivery of the event: store it to detect duplicates. Kinds that are
newer than this package arrive as well."""


class HeaderItems(Protocol):
    """A dictionary, or what a framework has for one."""

    def items(self) -> Iterable[tuple[str, str]]: ...


Headers = Union[HeaderItems, Iterable[tuple[Union[str, bytes], Union[str, bytes]]]]
"""Names are in any case, also as WSGI writes them (`HTTP_WEBHOOK_ID`), in a dictionary or in pairs of texts or bytes, as ASGI has them."""


def verify(
    body: bytes | str,
    headers: Headers,
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Checks the signature of a delivery (Standard Webhooks) and returns its event.

    The body is the raw one, before it is parsed; `secrets` are one or more `whsec_…` of the webhook, so that a rotation needs no pause.
    Raises a CovergateError SIGNATURE_INVALID.
    """
    raw = _raw(body)
    named = _named(headers)
    event_id, timestamp, given = (_header(named, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature"))
    moment = time.time() if now is None else now
    # As a float, since an integer of any length cannot be compared with one.
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(moment - float(timestamp)) > tolerance_seconds:
        raise _refused(f"webhook-timestamp must be within {tolerance_seconds:g} seconds of now, and is {timestamp}")
    signatures = [signature.encode() for signature in given.split(" ")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        digest = hmac.new(_key(secret), f"{event_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return _event(raw, event_id)
    raise _refused("webhook-signature is not of any of the secrets: check that the body is the raw one, and the secret that of this webhook")


def _named(headers: Headers) -> dict[str, str]:
    pairs = headers.items() if hasattr(headers, "items") else headers
    return {_text(name).lower().replace("_", "-").removeprefix("http-"): _text(value) for name, value in pairs}


def _text(value: object) -> str:
    """The values of WSGI's other variables are no texts."""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _raw(body: object) -> bytes:
    """Frameworks give anything as a body where no parser ran, or another one than that for raw bodies."""
    if isinstance(body, str):
        return body.encode(errors="surrogatepass")
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise _refused("the body is neither text nor bytes: pass the raw body, before a parser runs")


def _event(raw: bytes, event_id: str) -> WebhookEvent:
    try:
        event = json.loads(raw)
        event["id"] = event_id
        return event
    except (ValueError, TypeError) as error:
        raise _refused("the body is signed and is not a JSON object") from error


def _header(headers: dict[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise _refused(f"{name} is missing: turn signatures on for this webhook")
    return value


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.strip().removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise _refused("a secret must be `whsec_` and base64, as the portal shows it")
    return key


def _refused(message: str) -> CovergateError:
    return CovergateError("SIGNATURE_INVALID", message)
