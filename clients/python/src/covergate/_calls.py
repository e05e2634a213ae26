"""What a call is made of, whether it is awaited or not."""

from __future__ import annotations

import base64
import os
import random
import re
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypedDict, Union
from urllib.parse import quote

import httpx
from typing_extensions import NotRequired

from ._address import SERVED_FROM
from ._errors import CovergateError, error_of
from .generated import models
from .generated.api import ERRORS, OPERATIONS, VERSION

LONGEST_PAGE = 100
FIRST_DELAY, LONGEST_DELAY = 0.5, 8.0
# A server that asks for more is no reason for a program to stand still: the call fails, and says how long.
LONGEST_RETRY_AFTER = 60.0

FileInput = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
"""A file: its path, its bytes, or a file that is open for reading."""


class NewDocument(TypedDict):
    """A document to upload; `type` is one of the claim's `documentEntries`."""

    type: str
    title: str
    file: FileInput
    filename: NotRequired[str]
    comment: NotRequired[str]


class Upload(TypedDict):
    """What an upload did; `claim_id` where it submitted the claim."""

    documents: list[models.ClaimDocument]
    auto_submitted: bool
    claim_id: str | None


def key_of(api_key: str | None) -> str:
    # A key from a file often ends in a line feed.
    key = (api_key or os.environ.get("COVERGATE_API_KEY") or "").strip()
    if not key:
        missing = ERRORS["MISSING_API_KEY"]
        raise CovergateError("MISSING_API_KEY", "give an api_key, or set COVERGATE_API_KEY", code=missing["code"], cure=missing["cure"])
    return key


def base_url_of(base_url: str | None) -> str:
    """The address of the API, with `/v2`, which may be left out of what is given."""
    address = base_url or os.environ.get("COVERGATE_BASE_URL") or SERVED_FROM
    return re.sub(r"/+(v2/*)?$", "", address) + "/v2"


def request_of(
    api_key: str,
    base_url: str,
    operation: str,
    path: Mapping[str, str],
    query: Mapping[str, Any] | None,
    body: Any,
    idempotency_key: str | None,
) -> dict[str, Any]:
    """The arguments of httpx for an operation."""
    method, template, _side = OPERATIONS[operation]
    headers = {"key": api_key, "accept": "application/json", "user-agent": f"covergate-python/{VERSION}"}
    if method != "GET":
        headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
    filled = re.sub(r"\{(\w+)\}", lambda match: _segment(match[1], path[match[1]]), template)
    params = {name: value for name, value in (query or {}).items() if value is not None}
    request: dict[str, Any] = {"method": method, "url": base_url + filled, "params": params, "headers": headers}
    return request if body is None else {**request, "json": body}


def _segment(name: str, value: str) -> str:
    """A part of a path. An empty one, or dots, would make it the path of another operation."""
    if value in ("", ".", ".."):
        malformed = ERRORS["MALFORMED_REQUEST"]
        message = f'{name} must be an identifier, and is "{value}"'
        raise CovergateError("MALFORMED_REQUEST", message, code=malformed["code"], field=name, cure=malformed["cure"])
    return quote(value, safe="")


def read_response(operation: str, response: httpx.Response) -> Any:
    """The body of a success; raises a CovergateError for anything else."""
    try:
        body = response.json() if response.content else None
    except ValueError as error:
        # A proxy in between answers in its own words.
        if response.is_success:
            raise CovergateError("UNREADABLE_RESPONSE", "the response is not JSON", status=response.status_code) from error
        body = None
    if response.is_success:
        return body
    raise error_of(OPERATIONS[operation][2], response.status_code, response.headers, body)


def failure_of(error: httpx.RequestError) -> CovergateError:
    if isinstance(error, httpx.TimeoutException):
        return CovergateError("TIMED_OUT", "no response in time")
    return CovergateError("CONNECTION_FAILED", f"no response: {error}")


def delay_before(attempt: int, error: CovergateError) -> float | None:
    """Seconds until the next attempt; None where another one would end as this did."""
    status = error.status
    # 409 is a first attempt that is still in progress, 429 too many requests: both say when, where waiting helps.
    if error.retry_after is not None and (status in (409, 429) or status >= 500):
        return None if error.retry_after > LONGEST_RETRY_AFTER else error.retry_after
    if error.name not in ("CONNECTION_FAILED", "TIMED_OUT") and status != 408 and status < 500:
        return None
    return min(LONGEST_DELAY, FIRST_DELAY * 2**attempt) * (0.5 + random.random() / 2)


def documents_of(documents: NewDocument | Sequence[NewDocument]) -> list[dict[str, str]]:
    return [_document(each) for each in ([documents] if isinstance(documents, dict) else documents)]


def _document(document: NewDocument) -> dict[str, str]:
    file = document["file"]
    if isinstance(file, (str, os.PathLike)):
        content, own_name = Path(file).read_bytes(), Path(file).name
    elif isinstance(file, (bytes, bytearray, memoryview)):
        content, own_name = bytes(file), ""
    else:
        content, own_name = file.read(), Path(str(getattr(file, "name", ""))).name
    comment = {"comment": document["comment"]} if "comment" in document else {}
    return {
        "type": document["type"],
        "title": document["title"],
        "filename": document.get("filename") or own_name or document["title"],
        "content": base64.b64encode(content).decode(),
        **comment,
    }


def upload_of(body: Any) -> Upload:
    return {"documents": body["data"], "auto_submitted": body.get("autoSubmitted", False), "claim_id": body.get("claimId")}
