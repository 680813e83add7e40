"""Bytes of one connection, on a blocking socket or on asyncio."""

from __future__ import annotations

import asyncio
import math
import socket
import ssl
import time
from abc import ABC, abstractmethod

_RECEIVED_BYTES = 65_536
_LINE_BYTES = 65_536


class MalformedReply(Exception):
    """The peer doesn't speak HTTP/1.1."""


class Stream(ABC):
    """Reads lines and parts. Each wait ends at `deadline`, a time of `time.monotonic`, with TimeoutError."""

    def __init__(self) -> None:
        self.deadline = math.inf
        self._rest = b""

    async def line(self) -> bytes:
        """The next line without its end."""
        while (end := self._rest.find(b"\n")) < 0:
            if len(self._rest) > _LINE_BYTES:
                raise MalformedReply("a line is too long")
            self._rest += await self._more()
        line, self._rest = self._rest[:end], self._rest[end + 1 :]
        return line.removesuffix(b"\r")

    async def part(self, most: int) -> bytes:
        """At least one byte, at most `most`; nothing at the end of the connection."""
        received = self._rest or await self._receive()
        part, self._rest = received[:most], received[most:]
        return part

    async def _more(self) -> bytes:
        received = await self._receive()
        if not received:
            raise ConnectionError("the connection was closed")
        return received

    def _seconds_left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    @abstractmethod
    async def send(self, data: bytes) -> None: ...

    @abstractmethod
    async def _receive(self) -> bytes:
        """Some bytes; nothing at the end of the connection."""

    @abstractmethod
    def is_quiet(self) -> bool:
        """Whether the connection is open and nothing was received that no call reads."""

    @abstractmethod
    def close(self) -> None: ...


class BlockingStream(Stream):
    """A stream whose coroutines block instead of suspending."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__()
        self._socket = connection

    async def send(self, data: bytes) -> None:
        self._limit_wait()
        self._socket.sendall(data)

    async def _receive(self) -> bytes:
        self._limit_wait()
        return self._socket.recv(_RECEIVED_BYTES)

    def _limit_wait(self) -> None:
        left = self._seconds_left()
        self._socket.settimeout(None if left == math.inf else left)

    def is_quiet(self) -> bool:
        if self._rest:
            return False
        self._socket.settimeout(0)
        try:
            self._socket.recv(1)
        except (BlockingIOError, ssl.SSLWantReadError):
            return True
        except OSError:
            pass
        return False

    def close(self) -> None:
        self._socket.close()


class AsyncStream(Stream):
    """A stream of asyncio. At the deadline a timer ends the connection, so no task has to be cancelled."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__()
        self._reader = reader
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._is_late = False

    async def send(self, data: bytes) -> None:
        timer = self._start_timer()
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            if self._is_late:
                raise TimeoutError from None
            raise
        finally:
            timer.cancel()

    async def _receive(self) -> bytes:
        timer = self._start_timer()
        try:
            received = await self._reader.read(_RECEIVED_BYTES)
        finally:
            timer.cancel()
        if self._is_late:
            raise TimeoutError
        return received

    def _start_timer(self) -> asyncio.TimerHandle:
        return self._loop.call_later(self._seconds_left(), self._end)

    def _end(self) -> None:
        self._is_late = True
        self.close()

    def is_quiet(self) -> bool:
        # A read that has to wait received nothing, not even the end.
        reading = self._reader.read(1)
        try:
            reading.send(None)
        except (StopIteration, OSError):
            return False
        finally:
            reading.close()
        return not self._rest and not self._writer.is_closing()

    def close(self) -> None:
        # Another loop, in this process or after a fork, must not touch what this one watches.
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            return
        if running is self._loop:
            self._writer.transport.abort()
