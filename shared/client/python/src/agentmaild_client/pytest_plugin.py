"""Fixtures of pytest: a daemon for the whole run, and for each test a mailbox and no sent mail.

    def test_answer(agentmail, mailbox):
        agentmail.receive(sender="ann@example.org", to=mailbox, subject="Order 17", text="When does it ship?")
        my_agent(url=agentmail.url, key=mailbox["key"])
        assert agentmail.sent()[0]["to"] == "ann@example.org"
"""

from __future__ import annotations

import pytest

from .testing import Agentmail, MailboxOfTest

_SERVICE = pytest.StashKey[Agentmail]()


@pytest.fixture
def agentmail(request: pytest.FixtureRequest) -> Agentmail:
    """A daemon for the whole run, on which this test has no mail yet."""
    stash = request.config.stash
    if _SERVICE not in stash:
        stash[_SERVICE] = Agentmail()
        request.config.add_cleanup(stash[_SERVICE].stop)
    return stash[_SERVICE].of_test()


@pytest.fixture
def mailbox(agentmail: Agentmail) -> MailboxOfTest:
    """A mailbox of this test, with the key of an agent that is bound to it."""
    return agentmail.create_mailbox()
