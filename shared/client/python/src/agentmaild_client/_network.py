"""How connections are opened, and how calls pause, with and without asyncio."""

from __future__ import annotations

import asyncio
import math
import os
import socket
import ssl
import time
from abc import ABC, abstractmethod
from typing import Any, Coroutine, Hashable, TypeVar

from ._stream import AsyncStream, BlockingStream, Stream

_T = TypeVar("_T")


class Network(ABC):
    """All that differs between the two clients."""

    @abstractmethod
    async def connect(self, host: str, port: int, tls: ssl.SSLContext | None, seconds: float) -> Stream: ...

    @abstractmethod
    async def pause(self, seconds: float) -> None: ...

    @abstractmethod
    def owner(self) -> Hashable:
        """Who may use a connection that was opened here: another process or event loop can't."""


class BlockingNetwork(Network):
    """Its coroutines never suspend, so `run` runs them to their end."""

    async def connect(self, host: str, port: int, tls: ssl.SSLContext | None, seconds: float) -> Stream:
        connection = socket.create_connection((host, port), None if seconds == math.inf else seconds)
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls is not None:
                connection = tls.wrap_socket(connection, server_hostname=host)
        except BaseException:
            connection.close()
            raise
        return BlockingStream(connection)

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def owner(self) -> Hashable:
        return os.getpid()


class AsyncNetwork(Network):
    """Names are resolved in the threads of asyncio; all else runs in the event loop."""

    async def connect(self, host: str, port: int, tls: ssl.SSLContext | None, seconds: float) -> Stream:
        opening = asyncio.ensure_future(
            asyncio.open_connection(host, port, ssl=tls, server_hostname=host if tls else None)
        )
        try:
            await asyncio.wait({opening}, timeout=seconds)
            if not opening.done():
                raise TimeoutError
            return AsyncStream(*opening.result())
        except BaseException:
            opening.add_done_callback(_close_opened)
            opening.cancel()
            raise

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def owner(self) -> Hashable:
        return os.getpid(), asyncio.get_running_loop()


def _close_opened(opening: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result()[1].transport.abort()


def run(call: Coroutine[Any, Any, _T]) -> _T:
    """Runs a call on a blocking network."""
    try:
        call.send(None)
    except StopIteration as end:
        return end.value
    call.close()
    raise RuntimeError("a call on a blocking network suspended")
