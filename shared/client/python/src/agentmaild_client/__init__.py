"""The client of agentmail for Python: `from agentmaild_client import Client`."""

from . import types
from ._events import AsyncEventStream, EventStream
from ._operation import UNSET, Unset, Upload
from ._version import VERSION as __version__
from .client import AsyncClient, Client
from .errors import AgentMailError, NoAnswerError, RefusedError, ReplyTooLargeError, UnexpectedReplyError
from .webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "AgentMailError",
    "AsyncClient",
    "AsyncEventStream",
    "Client",
    "EventStream",
    "NoAnswerError",
    "RefusedError",
    "ReplyTooLargeError",
    "UNSET",
    "UnexpectedReplyError",
    "Unset",
    "Upload",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "types",
    "verify_webhook",
]
