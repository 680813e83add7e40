"""Waits of the API, continued for as long as the caller wants."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Callable

from . import _operations as operations
from ._operation import Operation, Options, Request
from ._transport import Transport
from .types import Decision, Message, TakenCode

#: Longest wait of one call.
_LONGEST_SECONDS = 30
#: Time that an answer may take beyond its wait.
_MARGIN_SECONDS = 10
#: An empty answer that comes sooner means that the daemon is stopping.
_SHORTEST_SECONDS = 0.5
_ALL_KINDS = "reply,bulk,list,bounce"
#: Before every denial.
_EPOCH = "1970-01-01T00:00:00.000Z"


@dataclass(frozen=True)
class AwaitedMail:
    """The message to wait for."""

    sender: str
    subject: str
    since: str | None
    denied: bool
    skip_automatic: bool


async def wait_for_message(
    transport: Transport, mailbox: str, awaited: AwaitedMail, timeout: float
) -> Message | None:
    wait = _Wait(transport, operations.MESSAGES_WAIT, {"mailbox": mailbox}, timeout)
    since = awaited.since or await _now(transport)
    denied_since: str = _EPOCH
    while True:
        fields: dict[str, Any] = {"since": since}
        if awaited.denied:
            fields |= {"denied": True, "denied_since": denied_since}
        if awaited.skip_automatic:
            fields["skip_automatic"] = _ALL_KINDS
        message = (await wait.result(fields, lambda answer: answer["message"] is not None))["message"]
        if message is None:
            return None
        is_denied = message["direction"] == "outbound"
        correspondent = message["recipient"] if is_denied else message["sender"]
        if _contains(correspondent, awaited.sender) and _contains(message["subject"], awaited.subject):
            return await transport.call(Request(operations.MESSAGES_GET, {"message_id": message["id"]}))
        if is_denied:
            review: dict[str, Any] = message.get("review") or {}
            denied_since = review.get("open_since") or _EPOCH
        else:
            since = message["created_at"]


async def wait_for_code(
    transport: Transport, mailbox: str, fields: dict[str, Any], timeout: float
) -> TakenCode | None:
    wait = _Wait(transport, operations.CODES_WAIT, {"mailbox": mailbox}, timeout)
    return (await wait.result(fields, lambda answer: answer["code"] is not None))["code"]


async def wait_for_decision(transport: Transport, message_id: str, timeout: float) -> Decision:
    wait = _Wait(transport, operations.MESSAGES_DECISION, {"message_id": message_id}, timeout)
    return await wait.result({}, lambda answer: answer["decided"])


class _Wait:
    """One wait of a caller, in as many calls as it takes."""

    def __init__(
        self, transport: Transport, operation: Operation, parts: dict[str, str], seconds: float
    ) -> None:
        self._transport = transport
        self._operation = operation
        self._parts = parts
        self._deadline = time.monotonic() + seconds

    async def result(self, fields: dict[str, Any], is_done: Callable[[Any], bool]) -> Any:
        """The last answer: of a result, or when time is up."""
        while True:
            asked_at = time.monotonic()
            left = min(_LONGEST_SECONDS, max(1, self._deadline - asked_at))
            timeout = math.ceil(left)
            options = Options(timeout=timeout + _MARGIN_SECONDS)
            request = Request(self._operation, self._parts, {**fields, "timeout": timeout}, options)
            answer = await self._transport.call(request)
            if is_done(answer) or time.monotonic() >= self._deadline:
                return answer
            if time.monotonic() - asked_at < _SHORTEST_SECONDS:
                await self._transport.network.pause(_SHORTEST_SECONDS)


async def _now(transport: Transport) -> str:
    """A millisecond ago by the daemon's clock: `since` is exclusive, and mail of this millisecond is new."""
    health = await transport.call(Request(operations.HEALTH))
    now = datetime.fromisoformat(health["timestamp"].replace("Z", "+00:00")) - timedelta(milliseconds=1)
    return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _contains(text: str, part: str) -> bool:
    return part.lower() in text.lower()
