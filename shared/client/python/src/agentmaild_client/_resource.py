"""Bases of the generated resources."""

from __future__ import annotations

from typing import Any

from ._network import run
from ._operation import Operation, request_of
from ._transport import Transport


class Resource:
    """Calls of one resource."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, operation: Operation, taken: dict[str, Any]) -> Any:
        """Calls an operation with the arguments of its method."""
        return run(self._transport.call(request_of(operation, taken)))


class AsyncResource:
    """Calls of one resource, in asyncio."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def _call(self, operation: Operation, taken: dict[str, Any]) -> Any:
        """Calls an operation with the arguments of its method."""
        return await self._transport.call(request_of(operation, taken))
