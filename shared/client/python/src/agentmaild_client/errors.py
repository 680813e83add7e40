"""Errors of the client: catch them by class and `code`, never by their text."""

from __future__ import annotations

from typing import Any

from ._operations import ACTORS_OF_CODES

_ADVICE = {
    "human": "A person has to act. Repeating the call doesn't help.",
    "operator": "The owner of the machine has to act.",
    "time": "Try again later.",
}


class AgentMailError(Exception):
    """Base of all errors of the client."""

    #: Stable code: an error code of the API, `NO_ANSWER`, `UNEXPECTED_REPLY` or `REPLY_TOO_LARGE`.
    code: str

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RefusedError(AgentMailError):
    """The daemon refused the call."""

    #: HTTP status.
    status: int
    #: Values behind the error, by code.
    details: dict[str, Any]
    #: ID of the request in the log of the daemon.
    request_id: str | None
    #: Seconds after which the same call may succeed; None if time alone doesn't help.
    retry_after: float | None

    def __init__(
        self, code: str, message: str, *, status: int, details: dict[str, Any], request_id: str | None
    ) -> None:
        super().__init__(code, message)
        self.status = status
        self.details = details
        self.request_id = request_id
        wait = details.get("retry_after", details.get("retry_after_seconds"))
        self.retry_after = wait if isinstance(wait, (int, float)) and not isinstance(wait, bool) else None

    @property
    def hint(self) -> str:
        """Who can act, and how. Programs show it to agents, so it names no page about widening a rule."""
        if self.retry_after is not None:
            return f"Try again after {self.retry_after:g} seconds."
        actor = next((actor for actor, codes in ACTORS_OF_CODES.items() if self.code in codes), None)
        if actor is not None:
            return _ADVICE[actor]
        return f"Change the request. `agentmail errors {self.code}` explains it."

    def __str__(self) -> str:
        return f"{self.code}: {super().__str__()}"


class NoAnswerError(AgentMailError):
    """No answer came, so the call may or may not have had its effect."""

    #: Repeats the call without a second effect; None for calls without such a key.
    idempotency_key: str | None

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        super().__init__("NO_ANSWER", message)
        self.idempotency_key = idempotency_key


class UnexpectedReplyError(AgentMailError):
    """The answer isn't from an agentmail daemon."""

    #: HTTP status.
    status: int

    def __init__(self, status: int) -> None:
        message = f"The response (HTTP {status}) isn't from an agentmail daemon. Check the url."
        super().__init__("UNEXPECTED_REPLY", message)
        self.status = status


class ReplyTooLargeError(AgentMailError):
    """The answer is larger than `max_reply_bytes` of the client. The call had its effect."""

    def __init__(self, most: int) -> None:
        super().__init__("REPLY_TOO_LARGE", f"The answer has more than {most} bytes (max_reply_bytes).")
