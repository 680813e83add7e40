"""Event streams of the API, which begin again after the last entry when the connection breaks."""

from __future__ import annotations

import json
import time
from typing import Any, Generic, TypeVar

from ._network import run
from ._operation import Operation, Options, Request
from ._stream import MalformedReply, Stream
from ._transport import Transport
from ._http import Reply
from .errors import AgentMailError, NoAnswerError, RefusedError, ReplyTooLargeError, UnexpectedReplyError

_CURSOR_HEADER = "x-event-cursor"
_FIRST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 10
#: Timeout of a silent stream; the daemon sends a comment every 15 seconds.
_SILENCE_SECONDS = 45

_T = TypeVar("_T")


class _Entries:
    """Entries of a stream, one after the other. Cancelling `next` loses none."""

    def __init__(self, transport: Transport, operation: Operation, fields: dict[str, Any]) -> None:
        self._transport = transport
        self._operation = operation
        self._fields = fields
        self._cursor: str | None = None
        self._open: tuple[Stream, Reply] | None = None
        self._rest = b""
        self._failures = 0
        self.is_closed = False

    async def next(self) -> dict[str, Any]:
        """The next entry with its `cursor`."""
        while True:
            try:
                stream, reply = self._open or await self._begin()
                entry = await self._read(stream, reply)
                if entry is not None:
                    return entry
            except (AgentMailError, OSError, MalformedReply) as error:
                # The first failure is the caller's: the address or the key may be wrong.
                if self._cursor is None or not _may_come_back(error):
                    self.close()
                    raise
            self._drop()
            pause = min(_FIRST_PAUSE_SECONDS * 2**self._failures, _LONGEST_PAUSE_SECONDS)
            self._failures += 1
            await self._transport.network.pause(pause)

    async def _begin(self) -> tuple[Stream, Reply]:
        headers = {"Accept": "text/event-stream"}
        if self._cursor is not None:
            headers["Last-Event-ID"] = self._cursor
        request = Request(self._operation, {}, self._fields, Options(), headers)
        self._open = await self._transport.open(request)
        self._cursor = self._cursor or self._open[1].headers.get(_CURSOR_HEADER)
        self._failures = 0
        return self._open

    async def _read(self, stream: Stream, reply: Reply) -> dict[str, Any] | None:
        """The next entry of a connection; None at its end."""
        while True:
            while (block := self._next_block()) is not None:
                cursor, data = _fields_of(block)
                if cursor is not None and data is not None:
                    self._cursor = cursor
                    return {**json.loads(data), "cursor": cursor}
            stream.deadline = time.monotonic() + _SILENCE_SECONDS
            part = await reply.part()
            if not part:
                return None
            self._rest += part.replace(b"\r", b"")
            most = self._transport.settings.max_reply_bytes
            if len(self._rest) > most:
                raise ReplyTooLargeError(most)

    def _next_block(self) -> bytes | None:
        block, end, rest = self._rest.partition(b"\n\n")
        if not end:
            return None
        self._rest = rest
        return block

    def _drop(self) -> None:
        """Ends the connection and forgets the beginning of an entry, which comes again."""
        if self._open is not None:
            self._open[0].close()
        self._open = None
        self._rest = b""

    def close(self) -> None:
        self.is_closed = True
        self._drop()

    def __del__(self) -> None:
        self._drop()


class EventStream(Generic[_T]):
    """Events as they happen: iterate over it, and `close` it, or use it in a `with` statement."""

    def __init__(self, transport: Transport, operation: Operation, fields: dict[str, Any]) -> None:
        self._entries = _Entries(transport, operation, fields)

    def __iter__(self) -> EventStream[_T]:
        return self

    def __next__(self) -> _T:
        if self._entries.is_closed:
            raise StopIteration
        return run(self._entries.next())  # type: ignore[return-value]

    def close(self) -> None:
        self._entries.close()

    def __enter__(self) -> EventStream[_T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncEventStream(Generic[_T]):
    """Events as they happen: iterate over it, and `aclose` it, or use it in an `async with` statement."""

    def __init__(self, transport: Transport, operation: Operation, fields: dict[str, Any]) -> None:
        self._entries = _Entries(transport, operation, fields)

    def __aiter__(self) -> AsyncEventStream[_T]:
        return self

    async def __anext__(self) -> _T:
        if self._entries.is_closed:
            raise StopAsyncIteration
        return await self._entries.next()  # type: ignore[return-value]

    async def aclose(self) -> None:
        self._entries.close()

    async def __aenter__(self) -> AsyncEventStream[_T]:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _may_come_back(error: Exception) -> bool:
    """Anything but a refusal may recover: a restart, a network failure, a silent connection."""
    if isinstance(error, RefusedError):
        return error.code in ("SERVICE_UNAVAILABLE", "RATE_LIMITED")
    # A proxy answers for a daemon that it can't reach.
    if isinstance(error, UnexpectedReplyError):
        return 502 <= error.status <= 504
    return isinstance(error, NoAnswerError) or not isinstance(error, AgentMailError)


def _fields_of(block: bytes) -> tuple[str | None, str | None]:
    """`id` and `data` of an event; None where it has no such field, as a comment."""
    fields: dict[str, list[str]] = {}
    for line in block.decode("utf-8", "replace").split("\n"):
        name, _, value = line.partition(":")
        fields.setdefault(name, []).append(value.removeprefix(" "))
    cursor = fields["id"][-1] if "id" in fields else None
    return cursor, "\n".join(fields["data"]) if "data" in fields else None
