"""The two clients."""

from __future__ import annotations

import ssl
from typing import Any

from ._network import AsyncNetwork, BlockingNetwork
from ._transport import Settings, Transport
from .async_resources import AsyncResources
from .resources import Resources

_TIMEOUT_SECONDS = 30
_RETRIES = 2
_MAX_REPLY_BYTES = 64 * 1024 * 1024


class Client(Resources):
    """A client for any thread. It opens no connection until the first call.

    url: Address of the daemon, such as `http://127.0.0.1:4310`.
    key: API key, or the operator's token for `operator` and `metrics`.
    session: Token of a signed-in person, in place of a key. `auth.login` sets it, `auth.logout` removes it.
    timeout: Seconds for an answer. Waits take as long as they are told to.
    retries: How often a call that is safe to repeat is tried again.
    max_reply_bytes: A larger reply is a `ReplyTooLargeError`.
    tls: How the daemon's certificate is checked, instead of `ssl.create_default_context()`.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        session: str | None = None,
        timeout: float = _TIMEOUT_SECONDS,
        retries: int = _RETRIES,
        max_reply_bytes: int = _MAX_REPLY_BYTES,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        settings = Settings(url, key, session, timeout, retries, max_reply_bytes, tls)
        super().__init__(Transport(settings, BlockingNetwork()))

    @property
    def session(self) -> str | None:
        """Token of the signed-in person, to go on with in another client."""
        return self._transport.settings.session

    def close(self) -> None:
        """Closes idle connections. A later call opens another one."""
        self._transport.connections.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class AsyncClient(AsyncResources):
    """A client for asyncio, with the arguments of `Client`. Cancelling a call ends it at once."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        session: str | None = None,
        timeout: float = _TIMEOUT_SECONDS,
        retries: int = _RETRIES,
        max_reply_bytes: int = _MAX_REPLY_BYTES,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        settings = Settings(url, key, session, timeout, retries, max_reply_bytes, tls)
        super().__init__(Transport(settings, AsyncNetwork()))

    @property
    def session(self) -> str | None:
        """Token of the signed-in person, to go on with in another client."""
        return self._transport.settings.session

    async def aclose(self) -> None:
        """Closes idle connections. A later call opens another one."""
        self._transport.connections.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()
