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

import json
import os
import shlex
import shutil
import smtplib
import subprocess
import tempfile
import urllib.error
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
            self.url, self.smtp = ready["http"], ready["smtp"]
            with open(os.path.join(self.home, "operator.token"), encoding="utf8") as file:
                self._token = file.read().strip()
            account = {"email": "owner@agentmail.localhost", "plan": "unlimited"}
            self.key = self.call("POST", "/operator/v1/accounts", account, key=self._token)["api_key"]
        except BaseException:
            self.stop()
            raise
        self._mailboxes = 0

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
        self._mailboxes += 1
        made = self.call("POST", "/v1/mailboxes", {"name": name or f"test{self._mailboxes}"})
        if settings:
            self.call("PATCH", f"/v1/mailboxes/{made['id']}", settings)
        agent = self.call("POST", "/v1/accounts/api-keys", {"role": "agent", "mailbox_ids": [made["id"]]})
        return {"id": made["id"], "name": made["name"], "address": made["address"], "key": agent["api_key"]}

    def receive(self, sender, to, subject="", text=""):
        """Delivers mail through SMTP and waits until it's scanned."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to if isinstance(to, str) else to["address"], subject
        mail.set_content(text)
        host, port = self.smtp.rsplit(":", 1)
        with smtplib.SMTP(host, int(port)) as server:
            server.send_message(mail)
        self._drain()

    def sent(self):
        """Waits until nothing is left to do, and returns all mail that was sent to the outside, oldest first."""
        self._drain()
        return self.call("GET", "/operator/v1/outbox?purpose=message", key=self._token)["items"][::-1]

    def advance(self, seconds):
        """Moves the daemon's clock and runs everything that falls due."""
        self.call("POST", "/operator/v1/clock/advance", {"seconds": seconds}, key=self._token)

    def stop(self):
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def _drain(self):
        self.call("POST", "/operator/v1/drain", {}, key=self._token)


@pytest.fixture(scope="session")
def agentmail():
    service = Agentmail()
    yield service
    service.stop()


@pytest.fixture
def mailbox(agentmail):
    return agentmail.create_mailbox()
