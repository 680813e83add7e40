"""Waits for the next message of a mailbox and answers it, with AGENTMAIL_URL and AGENTMAIL_KEY."""

import math
import os
import sys

from agentmaild_client import Client, RefusedError

url = os.environ.get("AGENTMAIL_URL", "http://127.0.0.1:4310")
mailbox = sys.argv[1] if len(sys.argv) > 1 else "helper"

with Client(url, os.environ["AGENTMAIL_KEY"]) as mail:
    message = mail.messages.wait_for(mailbox, timeout=math.inf, skip_automatic=True)
    try:
        if message and message["state"] == "available":
            sent = mail.messages.reply(message["id"], body=f'Thank you for "{message["subject"]}".')
            print(f"{sent['status']}: {sent['message_id']}")
    except RefusedError as error:
        sys.exit(f"{error} {error.hint}")
