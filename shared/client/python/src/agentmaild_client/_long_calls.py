"""Methods of more than one call: waits and streams."""

from __future__ import annotations

from typing import List, Literal

from . import _operations as operations
from . import types
from ._events import AsyncEventStream, EventStream
from ._network import run
from ._operation import UNSET, Unset
from ._resource import AsyncResource, Resource
from ._waits import AwaitedMail, wait_for_code, wait_for_decision, wait_for_message

_DEFAULT_SECONDS = 30


def _given(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not UNSET}


class MessageWaits(Resource):
    def wait_for(
        self,
        mailbox: str,
        *,
        sender: str = "",
        subject: str = "",
        since: str | None = None,
        denied: bool = False,
        skip_automatic: bool = False,
        timeout: float = _DEFAULT_SECONDS,
    ) -> types.Message | None:
        """Waits for a message that arrives from now on, as `agentmail wait` does; returns it with its text.

        None after the timeout. Held mail counts too: check `state`.

        sender, subject: Only a message whose sender or subject contains this.
        since: Count messages after this time, instead of those that arrive from now on.
        denied: Also return denied messages (`direction` is `outbound`) that are neither revised nor marked as
            read. They come until then, so revise them with `revises`, or mark them as read.
        skip_automatic: Skip all automatic mail, such as absence notes. For programs that answer mail.
        timeout: Give up after this many seconds in total. May be `math.inf`.
        """
        awaited = AwaitedMail(sender, subject, since, denied, skip_automatic)
        return run(wait_for_message(self._transport, mailbox, awaited, timeout))


class AsyncMessageWaits(AsyncResource):
    async def wait_for(
        self,
        mailbox: str,
        *,
        sender: str = "",
        subject: str = "",
        since: str | None = None,
        denied: bool = False,
        skip_automatic: bool = False,
        timeout: float = _DEFAULT_SECONDS,
    ) -> types.Message | None:
        """As `wait_for` of `Client`. Cancelling it ends the call at once."""
        awaited = AwaitedMail(sender, subject, since, denied, skip_automatic)
        return await wait_for_message(self._transport, mailbox, awaited, timeout)


class CodeWaits(Resource):
    def wait(
        self,
        mailbox: str,
        *,
        sender: str | Unset = UNSET,
        subject: str | Unset = UNSET,
        address: str | Unset = UNSET,
        kind: Literal["otp", "link", "any"] | Unset = UNSET,
        max_age: int | Unset = UNSET,
        again: bool | Unset = UNSET,
        timeout: float = _DEFAULT_SECONDS,
    ) -> types.TakenCode | None:
        """Takes the code of the newest matching message that no code was taken from yet, else waits for one.

        None after the timeout. No later call returns the same code unless it asks for it `again`.

        sender, subject: Only messages whose sender or subject contains this.
        address: Only messages to this address of the mailbox, with its tag, such as `signup+shop`.
        kind: A one-time code (by default), a link that signs in or confirms, or either.
        max_age: Minutes since the message arrived, at most; 10 by default.
        again: Also return a code that was already taken.
        timeout: Give up after this many seconds in total. May be `math.inf`.
        """
        fields = _given(
            sender=sender, subject=subject, address=address, kind=kind, max_age=max_age, again=again
        )
        return run(wait_for_code(self._transport, mailbox, fields, timeout))


class AsyncCodeWaits(AsyncResource):
    async def wait(
        self,
        mailbox: str,
        *,
        sender: str | Unset = UNSET,
        subject: str | Unset = UNSET,
        address: str | Unset = UNSET,
        kind: Literal["otp", "link", "any"] | Unset = UNSET,
        max_age: int | Unset = UNSET,
        again: bool | Unset = UNSET,
        timeout: float = _DEFAULT_SECONDS,
    ) -> types.TakenCode | None:
        """As `codes.wait` of `Client`. Cancelling it ends the call at once; a code may be taken by then."""
        fields = _given(
            sender=sender, subject=subject, address=address, kind=kind, max_age=max_age, again=again
        )
        return await wait_for_code(self._transport, mailbox, fields, timeout)


class DecisionWaits(Resource):
    def wait(self, message_id: str, *, timeout: float = _DEFAULT_SECONDS) -> types.Decision:
        """Waits until a held message is decided; after the timeout `decided` is false."""
        return run(wait_for_decision(self._transport, message_id, timeout))


class AsyncDecisionWaits(AsyncResource):
    async def wait(self, message_id: str, *, timeout: float = _DEFAULT_SECONDS) -> types.Decision:
        """As `decisions.wait` of `Client`. Cancelling it ends the call at once."""
        return await wait_for_decision(self._transport, message_id, timeout)


class EventStreams(Resource):
    def stream(
        self,
        *,
        events: List[types.EventName] | Unset = UNSET,
        mailbox: str | Unset = UNSET,
        label: str | Unset = UNSET,
        tag: str | Unset = UNSET,
        since: str | Unset = UNSET,
    ) -> EventStream[types.MailEvent]:
        """Follows events, from now on or after the cursor or time `since`.

        A lost connection is continued after the last event, so none is missed or repeated.
        """
        fields = _given(events=events, mailbox=mailbox, label=label, tag=tag, since=since)
        return EventStream(self._transport, operations.EVENTS_STREAM, fields)


class AsyncEventStreams(AsyncResource):
    def stream(
        self,
        *,
        events: List[types.EventName] | Unset = UNSET,
        mailbox: str | Unset = UNSET,
        label: str | Unset = UNSET,
        tag: str | Unset = UNSET,
        since: str | Unset = UNSET,
    ) -> AsyncEventStream[types.MailEvent]:
        """As `events.stream` of `Client`: `async for event in client.events.stream():`."""
        fields = _given(events=events, mailbox=mailbox, label=label, tag=tag, since=since)
        return AsyncEventStream(self._transport, operations.EVENTS_STREAM, fields)


class DeliveryStreams(Resource):
    def stream_deliveries(
        self, *, webhook: str | Unset = UNSET, since: str | Unset = UNSET
    ) -> EventStream[types.DeliveryAttempt]:
        """Follows deliveries as their attempts end."""
        fields = _given(webhook=webhook, since=since)
        return EventStream(self._transport, operations.WEBHOOKS_STREAM_DELIVERIES, fields)


class AsyncDeliveryStreams(AsyncResource):
    def stream_deliveries(
        self, *, webhook: str | Unset = UNSET, since: str | Unset = UNSET
    ) -> AsyncEventStream[types.DeliveryAttempt]:
        """As `webhooks.stream_deliveries` of `Client`."""
        fields = _given(webhook=webhook, since=since)
        return AsyncEventStream(self._transport, operations.WEBHOOKS_STREAM_DELIVERIES, fields)
