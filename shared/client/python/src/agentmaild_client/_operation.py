"""How a method calls the API."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class Unset(enum.Enum):
    """The type of `UNSET`."""

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return self.name


#: Default of an argument that is left out of the request; `None` is sent as null.
UNSET = Unset.UNSET


class Upload(NamedTuple):
    """A file to upload."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass(frozen=True)
class Operation:
    """An endpoint. `path` names the arguments that it takes: `/v1/messages/{message_id}`."""

    method: str
    path: str
    takes: Literal["query", "body", "form"] | None = None
    #: Takes an idempotency key.
    keyed: bool = False
    reads: Literal["json", "text", "bytes"] = "json"


@dataclass(frozen=True)
class Options:
    """Options of one call."""

    timeout: float | None = None
    idempotency_key: str | None = None
    prefer: str | None = None


@dataclass(frozen=True)
class Request:
    """One call of an operation."""

    operation: Operation
    #: Values of the path, by their names in it.
    parts: dict[str, Any] = field(default_factory=dict[str, Any])
    #: Query, body or form.
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    options: Options = Options()
    headers: dict[str, str] = field(default_factory=dict[str, str])


def request_of(operation: Operation, taken: dict[str, Any]) -> Request:
    """A call from the arguments of its method: parts of the path, options, and all else is input."""
    given = {name: value for name, value in taken.items() if name != "self" and value is not UNSET}
    options = Options(**{name: given.pop(name) for name in _OPTIONS if name in given})
    parts = {name: given.pop(name) for name in [*given] if f"{{{name}}}" in operation.path}
    # The whole input, where its fields have names that arguments can't have.
    fields = given.pop("fields", None) or {name.removesuffix("_"): value for name, value in given.items()}
    return Request(operation, parts, fields, options)


_OPTIONS = ("timeout", "idempotency_key", "prefer")
