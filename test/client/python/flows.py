"""What a program does with the client, run by client.deep.test.ts: `flows.py sync FLOW` and `flows.py async FLOW`.

Each flow is written once. With `sync` it runs on the blocking client, in threads. Prints JSON, one line each.
"""

import asyncio
import json
import math
import os
import sys

from agentmaild_client import (
    AgentMailError,
    AsyncClient,
    Client,
    EventStream,
    Upload,
)

MAILBOX = os.environ["MAILBOX"]
KIND = sys.argv[1]
CLIENTS = []


class InThreads:
    """The blocking client with the methods of the one for asyncio."""

    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if not callable(value):
            return InThreads(value)

        def call(*taken, **named):
            if name in ("stream", "stream_deliveries"):
                return StreamInThreads(value(*taken, **named))
            return asyncio.to_thread(value, *taken, **named)

        return call


class StreamInThreads:
    def __init__(self, inner: EventStream):
        self._inner = inner

    def __aiter__(self):
        return self

    async def __anext__(self):
        event = await asyncio.to_thread(next, self._inner, None)
        if event is None:
            raise StopAsyncIteration
        return event

    async def aclose(self):
        self._inner.close()


def connect(key, **options):
    url = os.environ["AGENTMAIL_URL"]
    client = Client(url, key, **options) if KIND == "sync" else AsyncClient(url, key, **options)
    CLIENTS.append(client)
    return InThreads(client) if KIND == "sync" else client


def tell(**facts):
    print(json.dumps(facts), flush=True)


def facts_of(error):
    names = ("code", "status", "details", "request_id", "retry_after", "hint", "idempotency_key")
    return {"class": type(error).__name__, **{name: getattr(error, name, None) for name in names}}


async def failing(call):
    """What an error tells."""
    try:
        await call
    except AgentMailError as error:
        return {**facts_of(error), "text": str(error)}
    return None


def letter(**changes):
    return {"from_mailbox": MAILBOX, "to": "ann@example.com", "subject": "Hi", "body": "Hello.", **changes}


async def review(mail, owner):
    """Sends, is denied, sends a new version with the same key, and is approved."""
    await owner.mailboxes.update(MAILBOX, hitl_mode="all_outbound")
    held = await mail.messages.send(**letter(), idempotency_key="order-17")
    early = await mail.decisions.wait(held["message_id"], timeout=1)
    waiting = asyncio.create_task(mail.decisions.wait(held["message_id"], timeout=60))
    await owner.messages.deny(held["message_id"], reason="Say when.")
    denied = await waiting
    better = letter(body="On Monday.", revises=held["message_id"])
    revised = await mail.messages.send(**better, idempotency_key="order-17")
    await owner.messages.approve(revised["message_id"])
    approved = await mail.decisions.wait(revised["message_id"], timeout=60)
    found = await mail.messages.get(revised["message_id"])
    tell(
        held=held["status"],
        early=early["decided"],
        denied=denied["review"]["resolution"],
        reason=denied["review"]["reason"],
        approved=approved["review"]["resolution"],
        content=found["body"]["content"],
    )


async def lists(mail, owner):
    sent = await mail.messages.send(**letter())
    listed = await mail.messages.list(MAILBOX, direction="outbound", starred=False)
    await mail.messages.star(sent["message_id"], starred=True)
    starred = await mail.messages.list(MAILBOX, starred=True)
    later = await owner.mailboxes.update(MAILBOX, display_name="Desk")
    cleared = await owner.mailboxes.update(MAILBOX, display_name=None)
    tell(
        sent=sent["message_id"],
        listed=[message["id"] for message in listed["messages"]],
        starred=[message["id"] for message in starred["messages"]],
        names=[later["display_name"], cleared["display_name"]],
        version=(await mail.health())["version"],
    )


async def wait(mail, owner):
    message = await mail.messages.wait_for(MAILBOX, sender="ANN@", subject="sign", timeout=60)
    nothing = await mail.messages.wait_for(MAILBOX, timeout=1)
    tell(subject=message["subject"], content=message["body"]["content"], nothing=nothing)


async def code(mail, owner):
    taken = await mail.codes.wait(MAILBOX, address=f"{MAILBOX}+shop", sender="SHOP@", timeout=60)
    nothing = await mail.codes.wait(MAILBOX, timeout=1)
    again = await mail.codes.wait(MAILBOX, again=True)
    tell(value=taken["value"], recipient=taken["recipient"], nothing=nothing, again=again["value"])


async def stream(mail, owner):
    events = mail.events.stream(events=["message.received"], mailbox=MAILBOX)
    count = 0
    async for event in events:
        tell(event=event["event"], subject=event["data"]["subject"], has_cursor=event["cursor"] != "")
        count += 1
        if count == 3:
            break
    await events.aclose()
    after = [event async for event in events]
    tell(after=after, refused=await failing(connect("am_live_unknown.key").events.stream().__anext__()))


async def retry(mail, owner):
    """Through a proxy that loses two answers."""
    sent = await mail.messages.send(**letter(to=f"{MAILBOX}@example.com"))
    tell(status=sent["status"], replayed=sent["replayed"])


async def lost(mail, owner):
    """Through a proxy that loses an answer, then two."""
    created = await failing(connect(os.environ["OWNER_KEY"], retries=1).mailboxes.create(name=f"{MAILBOX}-2"))
    once = connect(os.environ["OWNER_KEY"], retries=1)
    sent = await failing(once.messages.send(**letter(), idempotency_key=f"mine-{MAILBOX}"))
    status = (await once.messages.idempotency(f"mine-{MAILBOX}"))["status"]
    tell(created=created, sent=sent, status=status)


async def refusals(mail, owner):
    tell(unknown=await failing(mail.messages.get("01960000-0000-7000-8000-000000000001")))
    tell(busy=(await mail.mailboxes.list())["mailboxes"][0]["name"])
    tell(limited=await failing(mail.mailboxes.list()))
    tell(starting=await failing(owner.mailboxes.create(name="other")))


async def strangers(mail, owner):
    once = connect("am_live_x.key", retries=0)
    for _ in range(4):
        tell(strange=await failing(once.mailboxes.list()))


async def silent(mail, owner):
    tell(silent=await failing(connect("am_live_x.key", retries=0).mailboxes.list(timeout=0.2)))


async def large(mail, owner):
    tell(large=await failing(connect("am_live_x.key", max_reply_bytes=1000).openapi()))


async def files(mail, owner):
    """The mailbox doesn't allow files out, so a refusal means that the upload was read."""
    upload = Upload('num"bers.csv', b"Name,Number\nAnn,1\n", "text/csv")
    refused = await failing(mail.attachments.stage(mailbox_id=os.environ["MAILBOX_ID"], file=upload))
    sent = await mail.messages.send(**letter())
    operator = connect(os.environ["OPERATOR_TOKEN"])
    raw = await operator.operator.messages_raw(sent["message_id"])
    tell(refused=refused["code"], raw=b"Subject: Hi" in raw, metrics="agentmail_" in await operator.metrics())


async def session(mail, owner):
    operator = connect(os.environ["OPERATOR_TOKEN"]).operator
    email, password = f"{MAILBOX}@example.org", "correct horse battery staple"
    account = await operator.accounts_create(email=email, password=password, verified=True)
    person = connect(None)
    await person.auth.login(email=email, password=password)
    inner = person if KIND == "async" else person._inner
    token = inner.session
    sessions = await person.auth.sessions_list()
    await person.auth.logout()
    ended = await failing(connect(None, session=token).auth.sessions_list())
    tell(account=account["email"], sessions=len(sessions["sessions"]), left=inner.session, ended=ended["code"])


async def cancel(mail, owner):
    """Waits, is told to stop, and goes on."""
    waiting = asyncio.create_task(mail.messages.wait_for(MAILBOX, timeout=math.inf))
    await asyncio.to_thread(sys.stdin.readline)
    waiting.cancel()
    try:
        await waiting
    except asyncio.CancelledError:
        tell(cancelled=True)
    await asyncio.to_thread(sys.stdin.readline)
    tell(status=(await mail.health())["status"])


async def threads(mail, owner):
    answers = await asyncio.gather(*(mail.health() for _ in range(40)))
    tell(ok=sum(answer["status"] == "ok" for answer in answers))


async def main():
    mail, owner = connect(os.environ["AGENTMAIL_KEY"]), connect(os.environ["OWNER_KEY"])
    await globals()[sys.argv[2]](mail, owner)
    for client in CLIENTS:
        if KIND == "sync":
            client.close()
        else:
            await client.aclose()


asyncio.run(main())
