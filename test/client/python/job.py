"""The job of test/client/frameworks/job.ts, with the tools for Python frameworks: `job.py sync` and `job.py async`.

Prints its result as JSON.
"""

import asyncio
import inspect
import json
import os
import sys
import typing

from agentmaild_client import AsyncClient, Client
from agentmaild_client.tools import async_mail_tools, mail_tools

SETTINGS = (os.environ["AGENTMAIL_URL"], os.environ["AGENTMAIL_KEY"])




def check(tool):
    """Frameworks make their schema of these."""
    hints = typing.get_type_hints(tool, include_extras=True)
    signature = inspect.signature(tool)
    assert tool.__doc__ and hints.pop("return") is str
    assert list(hints) == list(signature.parameters) == list(tool.parameters["properties"])
    for name, parameter in signature.parameters.items():
        assert (parameter.default is parameter.empty) == (name in tool.parameters["required"])


async def main():
    if sys.argv[1] == "async":
        async with AsyncClient(*SETTINGS) as client:
            await work(await async_mail_tools(client))
    else:
        with Client(*SETTINGS) as client:
            # A held message waits for the person, so the answer has the decision.
            await work(mail_tools(client, await_decision=300))


async def work(tools):
    by_name = {}
    for tool in tools:
        check(tool)
        by_name[tool.__name__] = tool

    async def call(name, **given):
        answer = by_name[name](**given)
        text = await answer if inspect.isawaitable(answer) else answer
        return json.loads(text.rsplit("\n", 1)[-1])

    async def decided(sent):
        while not sent.get("decided"):
            sent = {**sent, **await call("wait_for_decision", message_id=sent["message_id"], timeout_seconds=30)}
        return sent

    # As frameworks do, arguments that the model left out are None.
    [first] = (await call("list_messages", unread=True, mailbox=None))["messages"]
    read = await call("read_message", message_id=first["id"])
    assert "What do you offer" in json.dumps(read["blocks"])
    held = await call("reply_to_message", message_id=first["id"], body="We take it for 900.")
    denied = await decided(held)
    assert denied["review"]["resolution"] == "denied"
    body = f"We take it for 500, since 900 is {denied['review']['reason']}."
    revised = await call("reply_to_message", message_id=first["id"], body=body, revises=held["message_id"])
    approved = await decided(revised)
    refused = await call("send_message", to="stranger@elsewhere.example", subject="Hi", body="Hi.")
    print(json.dumps({"sent": revised["message_id"], "state": approved["state"], "refused": refused["code"]}))


asyncio.run(main())
