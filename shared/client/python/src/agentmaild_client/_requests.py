"""Requests as they are sent: target, headers, body, and the idempotency key."""

from __future__ import annotations

import json
import secrets
from typing import Any, Mapping, cast
from urllib.parse import SplitResult, quote, urlencode, urlsplit

from ._http import form_of, request_bytes
from ._operation import Request
from ._version import VERSION

_KEY_CHARACTERS = 255


def address_of(url: str) -> SplitResult:
    """The parts of a daemon's address, perhaps with a path before those of the API."""
    address = urlsplit(url.rstrip("/"))
    is_plain = not (address.username or address.query or address.fragment)
    is_path = address.path.isascii() and address.path.isprintable() and " " not in address.path
    if address.scheme not in ("http", "https") or not address.hostname or not is_plain or not is_path:
        raise ValueError("the url is http:// or https:// and a host, such as http://127.0.0.1:4310")
    return address


def key_of(request: Request) -> str:
    """A new version of a denied message has a key of its own, also where a program names keys after mail."""
    key, revises = request.options.idempotency_key, request.fields.get("revises")
    if key is None:
        return secrets.token_hex(16)
    if revises is None:
        return key
    suffix = f" revises {revises}"
    return key[: _KEY_CHARACTERS - len(suffix)] + suffix


def message_of(
    request: Request, address: SplitResult, credential: Mapping[str, str], key: str | None
) -> bytes:
    """The bytes of a request."""
    operation, fields = request.operation, request.fields
    parts = {name: _path_part(name, value) for name, value in request.parts.items()}
    target = address.path + operation.path.format(**parts)
    headers = {"Host": address.netloc, "User-Agent": f"agentmaild-client-python/{VERSION}"}
    body = None if operation.method == "GET" else b""
    if operation.takes == "query":
        query = urlencode({name: _query_text(value) for name, value in fields.items() if value is not None})
        target += f"?{query}" if query else ""
    elif operation.takes == "body":
        headers["Content-Type"] = "application/json"
        body = json.dumps(fields, allow_nan=False).encode()
    elif operation.takes == "form":
        headers["Content-Type"], body = form_of(fields)
    if operation.reads == "bytes":
        headers["Accept"] = "application/octet-stream"
    if key is not None:
        headers["Idempotency-Key"] = key
    if request.options.prefer is not None:
        headers["Prefer"] = request.options.prefer
    return request_bytes(operation.method, target, {**headers, **credential, **request.headers}, body)


def _path_part(name: str, value: object) -> str:
    text = str(value)
    # A proxy could take these for other paths.
    if text in ("", ".", ".."):
        raise ValueError(f"{name} can't be {text!r}")
    return quote(text, safe="")


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(cast("list[str]", value)) if isinstance(value, list) else str(value)
