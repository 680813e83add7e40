"""pytest fixtures that start an agentmail daemon: copy this file beside your conftest.py.

    # conftest.py
    from agentmail_pytest import agentmail, mailbox

    # test_agent.py
    def test_answer(agentmail, mailbox):
        agentmail.receive(sender="ann@example.org", to=mailbox, subject="Order 17", text="When does it ship?")
        my_agent(url=agentmail.url, key=mailbox["key"])
        assert agentmail.sent()[0]["to"] == "ann@example.org"

Needs the command `agentmaild` on the PATH, or its command line in AGENTMAILD, and nothing beside Python and pytest.
"""

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
import urllib.error
import urllib.parse
import urllib.request
from email.message import EmailMessage

import pytest


class Agentmail:
    """A daemon on free ports of this machine, in an empty home. No mail leaves it."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="agentmail-")
        command = shlex.split(os.environ.get("AGENTMAILD", "agentmaild"))
        flags = ["--http", "127.0.0.1:0", "--smtp", "127.0.0.1:0", "--test-clock", "--log-level", "error"]
        try:
            self._process = subprocess.Popen(
                [*command, "run", "--home", self.home, *flags], stdout=subprocess.PIPE, text=True
            )
        except OSError:
            shutil.rmtree(self.home)
            raise
        try:
            line = self._process.stdout.readline()
            if not line:
                raise RuntimeError("agentmaild ended before it was ready")
            ready = json.loads(line)
            if not ready["ready"]:
                raise RuntimeError(f"agentmaild did not start: {ready['error']}")
            self.url, self.smtp = ready["http"], ready["smtp"]
            with open(os.path.join(self.home, "operator.token"), encoding="utf8") as file:
                self._token = file.read().strip()
            account = {"email": "owner@agentmail.localhost", "plan": "unlimited"}
            self.key = self.call("POST", "/operator/v1/accounts", account, key=self._token)["api_key"]
        except BaseException:
            self.stop()
            raise
        self._numbers = itertools.count(1)
        self._own = None

    def call(self, method, path, body=None, key=None):
        """Calls the API; raises unless the status is 2xx."""
        headers = {"authorization": f"Bearer {key or self.key}"}
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: HTTP {error.code} {error.read().decode()}") from None

    def create_mailbox(self, name=None, **settings):
        """Creates a mailbox: id, name, address, and the key of an agent that is bound to it."""
        made = self.call("POST", "/v1/mailboxes", {"name": name or f"test{next(self._numbers)}"})
        if self._own is not None:
            self._own.add(made["address"])
        if settings:
            self.call("PATCH", f"/v1/mailboxes/{made['id']}", settings)
        agent = self.call("POST", "/v1/accounts/api-keys", {"role": "agent", "mailbox_ids": [made["id"]]})
        return {"id": made["id"], "name": made["name"], "address": made["address"], "key": agent["api_key"]}

    def receive(
        self, sender, to, subject="", text="", html=None, attachments=(), raw=None, authenticated=False
    ):
        """Delivers mail through SMTP and waits until it's scanned. Returns the ID of the message.

        `attachments` are pairs of a file name and its bytes. `raw` is a whole message with its header, in place of
        the fields. Nothing proves the sender, unless it's `authenticated`.
        """
        to = to if isinstance(to, str) else to["address"]
        if raw is None:
            raw = self._compose(sender, to, subject, text, html, attachments)
        if authenticated:
            self._trust(["127.0.0.1"])
        try:
            reply = self._deliver(sender, to, raw)
            self._drain()
        finally:
            if authenticated:
                self._trust([])
        return reply.split("Stored as ")[1].split()[0]

    def sent(self):
        """Waits until nothing is left to do, and returns all mail that was sent to the outside, oldest first.

        The fixture returns the mail of the mailboxes that it created for this test.
        """
        self._drain()
        sent, cursor = [], ""
        while cursor is not None:
            place = f"&cursor={urllib.parse.quote(cursor)}" if cursor else ""
            page = self.call("GET", f"/operator/v1/outbox?purpose=message{place}", key=self._token)
            sent += page["items"]
            cursor = page["next_cursor"]
        return [mail for mail in reversed(sent) if self._own is None or _mailbox_of(mail["from"]) in self._own]

    def of_test(self):
        """The same daemon as one test sees it: without the mail that others sent."""
        view = copy.copy(self)
        view._own = set()
        return view

    def advance(self, seconds):
        """Moves the daemon's clock and runs everything that falls due."""
        self.call("POST", "/operator/v1/clock/advance", {"seconds": seconds}, key=self._token)

    def stop(self):
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def _compose(self, sender, to, subject, text, html, attachments):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail.set_content(text)
        if html is not None:
            mail.add_alternative(html, subtype="html")
        for name, content in attachments:
            kind, _, subtype = (mimetypes.guess_type(name)[0] or "application/octet-stream").partition("/")
            mail.add_attachment(content, maintype=kind, subtype=subtype, filename=name)
        return mail.as_bytes()

    def _deliver(self, sender, to, raw):
        host, port = self.smtp.rsplit(":", 1)
        with smtplib.SMTP(host, int(port)) as server:
            server.ehlo_or_helo_if_needed()
            for code, said in (server.mail(sender), server.rcpt(to), server.data(raw)):
                if code >= 400:
                    raise RuntimeError(f"SMTP {code} {said.decode()}")
        return said.decode()

    def _trust(self, relays):
        self.call("PATCH", "/operator/v1/settings", {"smtp.trusted_relays": relays}, key=self._token)

    def _drain(self):
        self.call("POST", "/operator/v1/drain", {}, key=self._token)


def _mailbox_of(address):
    """An address without its subaddress."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


_SERVICE = pytest.StashKey()


@pytest.fixture
def agentmail(request):
    """A daemon for the whole run, on which this test has no mail yet."""
    stash = request.config.stash
    if _SERVICE not in stash:
        stash[_SERVICE] = Agentmail()
        request.config.add_cleanup(stash[_SERVICE].stop)
    return stash[_SERVICE].of_test()


@pytest.fixture
def mailbox(agentmail):
    return agentmail.create_mailbox()
