"""HTTP/1.1 over a stream: one request, then its reply in parts."""

from __future__ import annotations

import http.client
import io
import secrets
from typing import Any, Mapping

from ._operation import Upload
from ._stream import MalformedReply, Stream

_HEADER_LINES = 100
_PART_BYTES = 65_536


def request_bytes(method: str, target: str, headers: Mapping[str, str], body: bytes | None) -> bytes:
    """A request as it is sent. Refuses headers that would end their line."""
    sized = {**headers, **({} if body is None else {"Content-Length": str(len(body))})}
    lines = [f"{method} {target} HTTP/1.1"]
    for name, value in sized.items():
        if not (value.isascii() and value.isprintable()):
            raise ValueError(f"the header {name} takes one line of ASCII")
        lines.append(f"{name}: {value}")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + (body or b"")


def form_of(fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """The media type and the body of a form."""
    boundary = secrets.token_hex(16)
    body = b""
    for name, value in fields.items():
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if isinstance(value, Upload):
            head += f'; filename="{_quoted(value.filename)}"\r\nContent-Type: {_quoted(value.content_type)}'
        content = value.content if isinstance(value, Upload) else str(value).encode()
        body += head.encode() + b"\r\n\r\n" + content + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def _quoted(text: str) -> str:
    """Text between quotes, as browsers escape it."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


class Reply:
    """Status and headers of a reply, and its body in parts."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, stream: Stream) -> None:
        self.status = status
        self.headers = headers
        #: Whether all of it was read.
        self.is_read = False
        self._stream = stream
        self._is_chunked = "chunked" in (headers.get("transfer-encoding") or "").lower()
        length = headers.get("content-length")
        if length is not None and not (length.isascii() and length.isdigit()):
            raise MalformedReply("the length is no number")
        #: Bytes to the end of the body or the chunk; None up to the end of the connection.
        self._left = None if length is None else int(length)
        if self._is_chunked or status in (204, 304):
            self._left = 0
        self._is_first = True

    async def part(self) -> bytes:
        """The next bytes of the body; nothing at its end."""
        if self._left == 0 and self._is_chunked and not self.is_read:
            await self._next_chunk()
        if self._left == 0 or self.is_read:
            self.is_read = True
            return b""
        part = await self._stream.part(min(self._left or _PART_BYTES, _PART_BYTES))
        if self._left is not None:
            if not part:
                raise ConnectionError("the reply broke off")
            self._left -= len(part)
        self.is_read = not part
        return part

    async def _next_chunk(self) -> None:
        if not self._is_first and await self._stream.line() != b"":
            raise MalformedReply("a chunk is longer than its size")
        self._is_first = False
        size = (await self._stream.line()).partition(b";")[0].strip()
        try:
            self._left = int(size, 16)
        except ValueError:
            raise MalformedReply("a chunk has no size") from None
        if self._left < 0:
            raise MalformedReply("a chunk has no size")
        if self._left == 0:
            self.is_read = True
            await _header_lines(self._stream)

    def seconds_to_reuse(self, default: float) -> float:
        """How long the connection may be used again; 0 if it may not."""
        ends = "close" in (self.headers.get("connection") or "").lower()
        if not self.is_read or ends or (self._left is None and not self._is_chunked):
            return 0
        for parameter in (self.headers.get("keep-alive") or "").split(","):
            name, _, value = parameter.strip().partition("=")
            if name.lower() == "timeout" and value.isascii() and value.isdigit():
                return max(0, int(value) - 1)
        return default


async def read_reply(stream: Stream) -> Reply:
    """The head of a reply, after those of interim ones."""
    while True:
        version, _, rest = (await stream.line()).partition(b" ")
        status = rest[:3]
        if version not in (b"HTTP/1.1", b"HTTP/1.0") or len(status) != 3 or not status.isdigit():
            raise MalformedReply("the answer isn't HTTP/1.1")
        headers = await _header_lines(stream)
        if version == b"HTTP/1.0":
            headers["Connection"] = "close"
        if int(status) >= 200:
            return Reply(int(status), headers, stream)


async def _header_lines(stream: Stream) -> http.client.HTTPMessage:
    lines: list[bytes] = []
    while line := await stream.line():
        lines.append(line)
        if len(lines) > _HEADER_LINES:
            raise MalformedReply("too many headers")
    try:
        return http.client.parse_headers(io.BytesIO(b"\r\n".join([*lines, b"", b""])))
    except http.client.HTTPException as error:
        raise MalformedReply(str(error)) from None
