"""Connections of a client that wait for the next call."""

from __future__ import annotations

import threading
import time
from typing import Hashable

from ._stream import Stream

_MOST_IDLE = 8


class Connections:
    """Idle connections, for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[tuple[Stream, float, Hashable]] = []

    def take(self, owner: Hashable) -> Stream | None:
        """An idle connection of an owner. Drops those of others, and those that the daemon may have ended."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                stream, until, opener = self._idle.pop()
            if opener == owner and time.monotonic() < until and stream.is_quiet():
                return stream
            stream.close()

    def give(self, stream: Stream, seconds: float, owner: Hashable) -> None:
        """Keeps a connection for some seconds."""
        with self._lock:
            if seconds > 0 and len(self._idle) < _MOST_IDLE:
                self._idle.append((stream, time.monotonic() + seconds, owner))
                return
        stream.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for stream, _, _ in idle:
            stream.close()
