"""What a call is made of, whether it is awaited or not."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, Generic, TypedDict, TypeVar, Union
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


Page = tuple[list[Any], Union[str, None]]
"""Items of a list, and after which one it goes on, if any."""

Data = TypeVar("Data")


@dataclass(frozen=True)
class Response(Generic[Data]):
    """What a call returned, and the response that brought it. `execution_id` identifies the call to support."""

    data: Data
    status: int
    headers: Mapping[str, str]
    execution_id: str | None


_recorded: ContextVar[list[httpx.Response] | None] = ContextVar("_recorded", default=None)


@contextlib.contextmanager
def recording() -> Iterator[list[httpx.Response]]:
    """Collects the responses of the calls inside."""
    responses: list[httpx.Response] = []
    token = _recorded.set(responses)
    try:
        yield responses
    finally:
        _recorded.reset(token)


def response_of(data: Data, responses: list[httpx.Response]) -> Response[Data]:
    if not responses:
        raise malformed("with_response takes a method that sends a request; of a list, that is take")
    last = responses[-1]
    return Response(data, last.status_code, last.headers, last.headers.get("x-execution-id"))


def malformed(message: str, field: str | None = None) -> CovergateError:
    entry = ERRORS["MALFORMED_REQUEST"]
    return CovergateError("MALFORMED_REQUEST", message, code=entry["code"], field=field, cure=entry["cure"])


def key_of(api_key: str | None) -> str:
    # A key from a file often ends in a line feed.
    key = (api_key or os.environ.get("COVERGATE_API_KEY") or "").strip()
    if not key:
        missing = ERRORS["MISSING_API_KEY"]
        raise CovergateError("MISSING_API_KEY", "give an api_key, or set COVERGATE_API_KEY", code=missing["code"], cure=missing["cure"])
    return key


def base_url_of(base_url: str | None) -> str:
    """The address of the API, with `/v2`, which may be left out of what is given."""
    # One from a file often ends in a line feed.
    address = (base_url or "").strip() or os.environ.get("COVERGATE_BASE_URL", "").strip() or SERVED_FROM
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
    if body is None:
        return request
    headers["content-type"] = "application/json"
    return {**request, "content": _encode(body)}


def _encode(body: Any) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise malformed(f"the body cannot be written as JSON: {error}") from error


def _plain(value: object) -> str | float:
    """Dates are texts in JSON, and decimals are numbers. A date without a time zone is no instant."""
    if isinstance(value, Decimal):
        return float(value)
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} is no JSON")
    if value.utcoffset() is None:
        raise ValueError(f"{value!r} has no time zone")
    return value.isoformat()


def _segment(name: str, value: str) -> str:
    """A part of a path. An empty one, or dots, would make it the path of another operation."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise malformed(f'{name} must be an identifier, and is "{value}"', name)
    return quote(value, safe="")


class _Envelope(dict[str, Any]):
    """The body of a success. One of a proxy in between has other members."""

    def __init__(self, body: Mapping[str, Any], response: httpx.Response) -> None:
        super().__init__(body)
        self._response = response

    def __missing__(self, name: str) -> Any:
        raise _unreadable(self._response, f"the response is not that of the API: {name} is missing")


def _unreadable(response: httpx.Response, message: str) -> CovergateError:
    execution_id = response.headers.get("x-execution-id")
    return CovergateError("UNREADABLE_RESPONSE", message, status=response.status_code, execution_id=execution_id)


def read_response(operation: str, response: httpx.Response) -> Any:
    """The body of a success; raises a CovergateError for anything else."""
    try:
        body = response.json() if response.content else None
    except ValueError as error:
        # A proxy in between answers in its own words.
        if response.is_success:
            raise _unreadable(response, "the response is not JSON") from error
        body = None
    if not response.is_success:
        raise error_of(OPERATIONS[operation][2], response.status_code, response.headers, body)
    responses = _recorded.get()
    if responses is not None:
        responses.append(response)
    # Only a deletion has no body.
    if isinstance(body, list) or response.status_code == 204:
        return body
    return _Envelope(body if isinstance(body, dict) else {}, response)


def failure_of(error: Exception) -> CovergateError:
    """What a request that got no response raises."""
    if isinstance(error, httpx.TimeoutException):
        return CovergateError("TIMED_OUT", "no response in time")
    if isinstance(error, httpx.RequestError):
        return CovergateError("CONNECTION_FAILED", f"no response: {error}")
    # httpx has its own errors for the network.
    if isinstance(error, OSError):
        return CovergateError("FILE_UNREADABLE", f"the file cannot be read: {error}", field="file")
    return malformed(f"the request cannot be sent: {error}")


def delay_before(attempt: int, error: CovergateError) -> float | None:
    """Seconds until the next attempt; None where another one would end as this did."""
    status = error.status
    # 409 is a first attempt that is still in progress, 429 too many requests: both say when, where waiting helps.
    if error.retry_after is not None and (status in (409, 429) or status >= 500):
        return None if error.retry_after > LONGEST_RETRY_AFTER else error.retry_after
    if error.name not in ("CONNECTION_FAILED", "TIMED_OUT") and status != 408 and status < 500:
        return None
    return min(LONGEST_DELAY, FIRST_DELAY * 2**attempt) * (0.5 + random.random() / 2)


Form = Callable[[contextlib.ExitStack], dict[str, Any]]
"""Makes the arguments of httpx for a form, with files that are open until the stack closes: each attempt reads them anew."""


def form_of(documents: NewDocument | Sequence[NewDocument]) -> Form:
    """What describes the documents comes before their files, in the same order."""
    listed = [documents] if isinstance(documents, dict) else list(documents)
    names = ("type", "title", "comment")
    meta = [{name: value for name, value in each.items() if name in names} for each in listed]
    files = [_file(each) for each in listed]

    def form(opened: contextlib.ExitStack) -> dict[str, Any]:
        parts = [("file", (name, _open(content, opened))) for name, content in files]
        return {"data": {"meta": json.dumps(meta[0] if len(meta) == 1 else meta)}, "files": parts}

    return form


def _file(document: NewDocument) -> tuple[str, Union[Path, bytes, IO[bytes]]]:
    """The name of a file, and how to read it again: what can be read once alone is read now."""
    file = document["file"]
    content: Union[Path, bytes, IO[bytes]]
    if isinstance(file, (str, os.PathLike)):
        content, own_name = Path(file), Path(file).name
    elif isinstance(file, (bytes, bytearray, memoryview)):
        content, own_name = bytes(file), ""
    else:
        try:
            content = file if file.seekable() and file.tell() == 0 else file.read()
        except (OSError, ValueError) as error:
            raise CovergateError("FILE_UNREADABLE", f"the file cannot be read: {error}", field="file") from error
        own_name = Path(str(getattr(file, "name", ""))).name
    return document.get("filename") or own_name or document["title"], content


def _open(content: Union[Path, bytes, IO[bytes]], opened: contextlib.ExitStack) -> Union[bytes, IO[bytes]]:
    if isinstance(content, Path):
        return opened.enter_context(content.open("rb"))
    if not isinstance(content, bytes):
        content.seek(0)
    return content


def upload_of(body: Any) -> Upload:
    return {"documents": body["data"], "auto_submitted": body.get("autoSubmitted", False), "claim_id": body.get("claimId")}
