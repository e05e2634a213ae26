from __future__ import annotations

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from .generated.api import ERROR_NAMES, ERRORS, REQUEST_FIELDS


class CovergateError(Exception):
    """What everything raises that fails. `status` and `code` are 0 where no response arrived; `__cause__` is the error of Python, if any.

    `name` is that of the error catalogue, or CONNECTION_FAILED, TIMED_OUT, UNREADABLE_RESPONSE, FILE_UNREADABLE, SIGNATURE_INVALID, and
    UNKNOWN_ERROR for one that is newer than this package. `field` is the field at fault, if any; `execution_id` identifies the call to
    support; `idempotency_key` is the key under which a write was sent; `cure` says what to do; `retry_after` in how many seconds the API
    takes the request.
    """

    def __init__(
        self,
        name: str,
        message: str,
        *,
        status: int = 0,
        code: int = 0,
        field: str | None = None,
        execution_id: str | None = None,
        cure: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.name = name
        self.message = message
        self.status = status
        self.code = code
        self.field = field
        self.execution_id = execution_id
        self.cure = cure
        self.retry_after = retry_after
        self.idempotency_key: str | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.message}"


def error_of(side: str, status: int, headers: Mapping[str, str], body: Any) -> CovergateError:
    """Reads a refusal: its body is that of contracts, of products or of claims (the API's description, "Responses")."""
    flat: dict[str, Any] = body if isinstance(body, dict) else {}
    inner = flat.get("error")
    error: dict[str, Any] = inner if isinstance(inner, dict) else flat
    code, message, field = error.get("code"), error.get("message"), error.get("field")
    execution_id = headers.get("x-execution-id")
    retry_after = _seconds(headers.get("retry-after"))
    if not isinstance(code, int) or not isinstance(message, str):
        text = f"the response has the status {status} and no error of the API"
        return CovergateError("UNREADABLE_RESPONSE", text, status=status, execution_id=execution_id, retry_after=retry_after)
    name = _name(side, code, message)
    return CovergateError(
        name or "UNKNOWN_ERROR",
        message,
        status=status,
        code=code,
        # An installation of an earlier release names the field in the message alone.
        field=field if isinstance(field, str) else _field(message),
        execution_id=execution_id,
        cure=None if name is None else ERRORS[name]["cure"],
        retry_after=retry_after,
    )


def _name(side: str, code: int, message: str) -> str | None:
    """Few codes have two names on one side; the message is then the meaning of one of them."""
    names = ERROR_NAMES[side].get(code, [])
    meaning = re.sub(r" of \d+ ", " of ", message, count=1)
    return next((name for name in names if ERRORS[name]["meaning"] == meaning), names[0] if names else None)


def _field(message: str) -> str | None:
    """Messages begin with the field that they are about."""
    found = re.match(r"(([A-Za-z][\w-]*)[\w.\[\]-]*?)(?=[: ]|$)", message)
    if found is not None and found[2] in REQUEST_FIELDS:
        return found[1]
    quoted = re.match(r'the field "([^"]+)"', message)
    return None if quoted is None else quoted[1]


def _seconds(header: str | None) -> float | None:
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        # A header that is none is no reason to wait.
        return None
