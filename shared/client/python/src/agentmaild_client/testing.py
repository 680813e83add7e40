"""A daemon for tests. With pytest, use the fixtures `agentmail` and `mailbox`, which this package brings.

Needs the command `agentmaild` on the PATH, or its command line in AGENTMAILD.
"""

from __future__ import annotations

import copy
import itertools
import json
import mimetypes
import os
import shlex
import shutil
import smtplib
import subprocess
import tempfile
from email.message import EmailMessage
from typing import Any, Iterable, TypedDict

from . import types
from ._network import run
from ._operation import Operation, Request
from .client import Client

#: The daemon answers some calls of the operator after all work is done.
_OPERATOR_SECONDS = 600


class MailboxOfTest(TypedDict):
    """A mailbox, and the key of an agent that is bound to it."""

    id: str
    name: str
    address: str
    key: str


class Agentmail:
    """A daemon on free ports of this machine, in an empty home. No mail leaves it."""

    #: Address of the API.
    url: str
    #: `host:port` of the SMTP listener.
    smtp: str
    #: Admin key of its account, which has no limits.
    key: str

    def __init__(self) -> None:
        self.home = tempfile.mkdtemp(prefix="agentmail-")
        self._numbers = itertools.count(1)
        self._own: set[str] | None = None
        try:
            self._process = _start(self.home)
        except OSError:
            shutil.rmtree(self.home)
            raise
        try:
            self._prepare()
        except BaseException:
            self.stop()
            raise

    def _prepare(self) -> None:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise RuntimeError("agentmaild ended before it was ready")
        ready = json.loads(line)
        if not ready["ready"]:
            raise RuntimeError(f"agentmaild did not start: {ready['error']}")
        self.url, self.smtp = ready["http"], ready["smtp"]
        with open(os.path.join(self.home, "operator.token"), encoding="utf8") as file:
            self._operator = Client(self.url, file.read().strip(), timeout=_OPERATOR_SECONDS).operator
        account = self._operator.accounts_create(email="owner@agentmail.localhost", plan="unlimited")
        self.key = account["api_key"]
        self._client = Client(self.url, self.key)

    def call(self, method: str, path: str, body: dict[str, Any] | None = None, key: str | None = None) -> Any:
        """Calls the API with the admin key or another; raises a RefusedError unless the status is 2xx."""
        with Client(self.url, key or self.key) as client:
            operation = Operation(method, path, None if body is None else "body")
            return run(client._transport.call(Request(operation, fields=body or {})))

    def create_mailbox(self, name: str | None = None, **settings: Any) -> MailboxOfTest:
        """Creates a mailbox. `settings` are fields of `mailboxes.update` that tighten it."""
        made = self._client.mailboxes.create(name=name or f"test{next(self._numbers)}")
        if self._own is not None:
            self._own.add(made["address"])
        if settings:
            self._client.mailboxes.update(made["id"], **settings)
        agent = self._client.keys.create(role="agent", mailbox_ids=[made["id"]])
        return {"id": made["id"], "name": made["name"], "address": made["address"], "key": agent["api_key"]}

    def receive(
        self,
        sender: str,
        to: MailboxOfTest | str,
        subject: str = "",
        text: str = "",
        html: str | None = None,
        attachments: Iterable[tuple[str, bytes]] = (),
        raw: bytes | str | None = None,
        authenticated: bool = False,
    ) -> str:
        """Delivers mail through SMTP and waits until it's scanned. Returns the ID of the message.

        `attachments` are pairs of a file name and its bytes. `raw` is a whole message with its header, in
        place of the fields. Nothing proves the sender, unless it's `authenticated`.
        """
        to = to if isinstance(to, str) else to["address"]
        if raw is None:
            mail = _composed(sender, to, subject, text, html)
            for name, content in attachments:
                _attach(mail, name, content)
            raw = mail.as_bytes()
        if authenticated:
            self._trust(["127.0.0.1"])
        try:
            reply = self._deliver(sender, to, raw)
            self._operator.drain()
        finally:
            if authenticated:
                self._trust([])
        return reply.split("Stored as ")[1].split()[0]

    def sent(self) -> list[types.OutboxItem]:
        """Waits until nothing is left to do, and returns all mail that was sent to the outside, oldest first.

        The fixture returns the mail of the mailboxes that it created for this test.
        """
        self._operator.drain()
        page = self._operator.outbox_list(purpose="message")
        sent = page["items"]
        while (cursor := page["next_cursor"]) is not None:
            page = self._operator.outbox_list(purpose="message", cursor=cursor)
            sent = sent + page["items"]
        own = self._own
        return [mail for mail in reversed(sent) if own is None or _mailbox_of(mail["from"]) in own]

    def of_test(self) -> Agentmail:
        """The same daemon as one test sees it: without the mail that others sent."""
        view = copy.copy(self)
        view._own = set()
        return view

    def advance(self, seconds: int) -> None:
        """Moves the daemon's clock and runs everything that falls due."""
        self._operator.clock_advance(seconds=seconds)

    def stop(self) -> None:
        """Ends the daemon and removes its home."""
        self._process.terminate()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def _deliver(self, sender: str, to: str, raw: bytes | str) -> str:
        host, port = self.smtp.rsplit(":", 1)
        with smtplib.SMTP(host, int(port)) as server:
            server.ehlo_or_helo_if_needed()
            said = b""
            for code, said in (server.mail(sender), server.rcpt(to), server.data(raw)):
                if code >= 400:
                    raise RuntimeError(f"SMTP {code} {said.decode()}")
        return said.decode()

    def _trust(self, relays: list[str]) -> None:
        self._operator.settings_update({"smtp.trusted_relays": relays})


def _start(home: str) -> subprocess.Popen[str]:
    command = shlex.split(os.environ.get("AGENTMAILD", "agentmaild"))
    flags = ["--http", "127.0.0.1:0", "--smtp", "127.0.0.1:0", "--test-clock", "--log-level", "error"]
    return subprocess.Popen([*command, "run", "--home", home, *flags], stdout=subprocess.PIPE, text=True)


def _composed(sender: str, to: str, subject: str, text: str, html: str | None) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail.set_content(text)
    if html is not None:
        mail.add_alternative(html, subtype="html")
    return mail


def _attach(mail: EmailMessage, name: str, content: bytes) -> None:
    kind, _, subtype = (mimetypes.guess_type(name)[0] or "application/octet-stream").partition("/")
    mail.add_attachment(content, maintype=kind, subtype=subtype, filename=name)


def _mailbox_of(address: str) -> str:
    """An address without its subaddress."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"
