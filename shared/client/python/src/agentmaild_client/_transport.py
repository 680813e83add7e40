"""Calls of the API with one credential: deadlines, failures and repetitions."""

from __future__ import annotations

import json
import random
import ssl
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generator, cast

from ._connections import Connections
from ._http import Reply, read_reply
from ._network import Network
from ._operation import Operation, Request
from ._requests import address_of, key_of, message_of
from ._stream import MalformedReply, Stream
from .errors import AgentMailError, NoAnswerError, RefusedError, ReplyTooLargeError, UnexpectedReplyError

_FIRST_PAUSE_SECONDS = 0.25
#: A longer wait is up to the caller.
_LONGEST_PAUSE_SECONDS = 10
#: Reuse of a connection whose peer doesn't say how long it keeps it.
_IDLE_SECONDS = 4
_SESSION_COOKIE = "agentmail_session"


@dataclass
class Settings:
    """How a client calls."""

    url: str
    key: str | None = field(repr=False)
    #: Of a signed-in person, in place of a key.
    session: str | None = field(repr=False)
    timeout: float
    retries: int
    max_reply_bytes: int
    tls: ssl.SSLContext | None


class Transport:
    """Calls the API."""

    def __init__(self, settings: Settings, network: Network) -> None:
        self.settings = settings
        self.network = network
        self.connections = Connections()
        self._address = address_of(settings.url)
        is_tls = self._address.scheme == "https"
        self._tls = (settings.tls or ssl.create_default_context()) if is_tls else None

    async def call(self, request: Request) -> Any:
        """The answer of a call. Repeats it, with the same idempotency key, if that is safe and may help."""
        operation = request.operation
        key = key_of(request) if operation.keyed else None
        is_repeatable = operation.method == "GET" or key is not None
        retry = 0
        while True:
            try:
                return await self._exchange(request, key)
            except AgentMailError as error:
                pause = _pause_before(error, retry, is_repeatable)
                if pause is None or retry >= self.settings.retries:
                    raise
            await self.network.pause(pause)
            retry += 1

    async def open(self, request: Request) -> tuple[Stream, Reply]:
        """Begins a stream, whose body and connection are the caller's."""
        stream, reply = await self._begin(request, None)
        if reply.status == 200:
            return stream, reply
        try:
            with self._without_answer(request, None):
                content = await self._content(reply)
        finally:
            stream.close()
        raise _refusal_of(reply, content)

    async def _exchange(self, request: Request, key: str | None) -> Any:
        stream, reply = await self._begin(request, key)
        try:
            with self._without_answer(request, key):
                content = await self._content(reply)
        except BaseException:
            stream.close()
            raise
        self.connections.give(stream, reply.seconds_to_reuse(_IDLE_SECONDS), self.network.owner())
        if not 200 <= reply.status < 300:
            raise _refusal_of(reply, content)
        self._keep_session(reply)
        return _value_of(reply, request.operation, content)

    async def _begin(self, request: Request, key: str | None) -> tuple[Stream, Reply]:
        seconds = self._seconds_of(request)
        deadline = time.monotonic() + seconds
        message = message_of(request, self._address, self._credential(), key)
        stream = self.connections.take(self.network.owner())
        try:
            with self._without_answer(request, key):
                if stream is None:
                    port = self._address.port or (80 if self._tls is None else 443)
                    host = self._address.hostname or ""
                    stream = await self.network.connect(host, port, self._tls, seconds)
                stream.deadline = deadline
                await stream.send(message)
                return stream, await read_reply(stream)
        except BaseException:
            if stream is not None:
                stream.close()
            raise

    async def _content(self, reply: Reply) -> bytes:
        content = bytearray()
        while part := await reply.part():
            content += part
            if len(content) > self.settings.max_reply_bytes:
                raise ReplyTooLargeError(self.settings.max_reply_bytes)
        return bytes(content)

    @contextmanager
    def _without_answer(self, request: Request, key: str | None) -> Generator[None, None, None]:
        """Failures of the connection become a NoAnswerError."""
        origin = f"{self._address.scheme}://{self._address.netloc}"
        try:
            yield
        except TimeoutError as error:
            late = f"no answer within {self._seconds_of(request):g} s"
            raise NoAnswerError(f"Can't reach {origin}: {late}.", key) from error
        except (OSError, MalformedReply) as error:
            reason = str(error) or type(error).__name__
            raise NoAnswerError(f"Can't reach {origin}: {reason}.", key) from error

    def _seconds_of(self, request: Request) -> float:
        seconds = request.options.timeout
        return self.settings.timeout if seconds is None else seconds

    def _credential(self) -> dict[str, str]:
        if self.settings.key is not None:
            return {"Authorization": f"Bearer {self.settings.key}"}
        if self.settings.session is not None:
            # No page of another site can send this header, so the daemon takes the cookie without an Origin.
            cookie = f"{_SESSION_COOKIE}={self.settings.session}"
            return {"Cookie": cookie, "X-Requested-With": "agentmail"}
        return {}

    def _keep_session(self, reply: Reply) -> None:
        for cookie in reply.headers.get_all("set-cookie") or []:
            name, _, value = cookie.partition(";")[0].strip().partition("=")
            if name == _SESSION_COOKIE:
                self.settings.session = value or None


def _refusal_of(reply: Reply, content: bytes) -> AgentMailError:
    envelope = _json_of(content) or {}
    code, message = envelope.get("code"), envelope.get("error")
    if not isinstance(code, str) or not isinstance(message, str):
        return UnexpectedReplyError(reply.status)
    details: Any = envelope.get("details")
    return RefusedError(
        code,
        message,
        status=reply.status,
        details=cast("dict[str, Any]", details) if isinstance(details, dict) else {},
        request_id=reply.headers.get("x-request-id"),
    )


def _value_of(reply: Reply, operation: Operation, content: bytes) -> Any:
    if operation.reads == "bytes":
        return content
    if operation.reads == "text":
        return content.decode("utf-8", "replace")
    value = _json_of(content)
    if value is None:
        raise UnexpectedReplyError(reply.status)
    return value


def _json_of(content: bytes) -> dict[str, Any] | None:
    """A JSON object, as all replies of a daemon are; None for anything else."""
    try:
        value: Any = json.loads(content)
    except (ValueError, RecursionError):
        value = None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _pause_before(error: AgentMailError, retry: int, is_repeatable: bool) -> float | None:
    """Seconds until a call is worth repeating; None if it isn't, or could have a second effect."""
    backoff = _FIRST_PAUSE_SECONDS * 2**retry * (0.5 + random.random() / 2)
    if isinstance(error, RefusedError):
        passes = ("SERVICE_UNAVAILABLE", "IDEMPOTENT_REQUEST_IN_FLIGHT")
        may_pass = error.code == "RATE_LIMITED" or (is_repeatable and error.code in passes)
        pause = max(error.retry_after or 0, backoff)
        return pause if may_pass and pause <= _LONGEST_PAUSE_SECONDS else None
    # A proxy answers for a daemon that it can't reach.
    is_gateway = isinstance(error, UnexpectedReplyError) and 502 <= error.status <= 504
    return backoff if is_repeatable and (is_gateway or isinstance(error, NoAnswerError)) else None
