"""The job of test/client/frameworks/job.ts, of a program that sends by SMTP. Prints its result as JSON."""

import json
import os
import re
import smtplib
from email.message import EmailMessage

from agentmaild_client import Client

KEY = os.environ["AGENTMAIL_KEY"]
ADDRESS = os.environ["ADDRESS"]
mail = Client(os.environ["AGENTMAIL_URL"], KEY)


def send(to, text, answered=None):
    """The ID of the held message, or the refusal."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ADDRESS, to, "Re: Offer"
    if answered:
        message["In-Reply-To"] = answered
    message.set_content(text)
    with smtplib.SMTP("127.0.0.1", int(os.environ["SMTP_PORT"])) as server:
        server.login(ADDRESS, KEY)
        try:
            server.mail(ADDRESS)
            server.rcpt(to)
            code, reply = server.data(message.as_bytes())
        except smtplib.SMTPResponseException as error:
            code, reply = error.smtp_code, error.smtp_error
    return code, reply.decode()


[first] = mail.messages.list(ADDRESS, unread=True)["messages"]
assert "What do you offer" in mail.messages.get(first["id"])["body"]["content"]
code, reply = send("ann@example.com", "We take it for 900.")
assert code == 250, reply
denied = mail.decisions.wait(reply.split()[-1], timeout=300)
code, reply = send("ann@example.com", f"We take it for 500, since 900 is {denied['review']['reason']}.")
assert code == 250, reply
approved = mail.decisions.wait(reply.split()[-1], timeout=300)
code, refused = send("stranger@elsewhere.example", "Hi.")
assert code == 550, refused
[why] = re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", refused)
mail.close()
print(json.dumps({"sent": approved["message_id"], "state": approved["state"], "refused": why}))
