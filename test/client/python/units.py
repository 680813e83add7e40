"""Parts of the Python client by themselves: `python3 units.py`."""

import asyncio
import gc
import hashlib
import hmac
import importlib
import inspect
import json
import os
import re
import socket
import ssl
import threading
import typing
import unittest
import warnings
from base64 import b64decode, b64encode
from urllib.parse import urlsplit

from agentmaild_client import AgentMailError, AsyncClient, Client, Upload, WebhookVerificationError, types
from agentmaild_client import _operations as operations
from agentmaild_client import _requests as requests
from agentmaild_client import verify_webhook
from agentmaild_client._connections import Connections
from agentmaild_client._http import form_of, read_reply
from agentmaild_client._network import run
from agentmaild_client._operation import UNSET, Operation, Options, Request, request_of
from agentmaild_client._stream import MalformedReply, Stream

MODULES = ("resources", "async_resources", "client", "errors", "webhooks", "testing", "_long_calls", "_events")


class Script(Stream):
    """A connection on which these parts arrive, then its end."""

    def __init__(self, *parts):
        super().__init__()
        self.parts = [*parts]
        self.is_closed = False

    async def send(self, data): ...

    async def _receive(self):
        return self.parts.pop(0) if self.parts else b""

    def is_quiet(self):
        return True

    def close(self):
        self.is_closed = True


def body_of(*parts):
    async def read():
        reply = await read_reply(Script(*parts))
        content = b""
        while part := await reply.part():
            content += part
        return reply.status, content, reply.seconds_to_reuse(4)

    return run(read())


class Replies(unittest.TestCase):
    def test_bodies_of_each_kind(self):
        head = b"HTTP/1.1 200 OK\r\n"
        self.assertEqual(body_of(head + b"Content-Length: 5\r\n\r\nhelloX"), (200, b"hello", 4))
        self.assertEqual(body_of(head + b"content-length: 5\r\n\r\nhe", b"l", b"lo"), (200, b"hello", 4))
        self.assertEqual(body_of(head + b"\r\nall", b" of it"), (200, b"all of it", 0))
        self.assertEqual(body_of(b"HTTP/1.1 204 No Content\r\n\r\n"), (204, b"", 4))
        chunks = b"Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: 1\r\n\r\n"
        self.assertEqual(body_of(head + chunks), (200, b"hello", 4))
        single = [bytes([byte]) for byte in head + chunks]
        self.assertEqual(body_of(*single), (200, b"hello", 4))

    def test_interim_replies_are_skipped(self):
        early = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        self.assertEqual(body_of(early), (200, b"", 4))

    def test_connections_are_kept_as_long_as_the_daemon_keeps_them(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
        self.assertEqual(body_of(head + b"Keep-Alive: timeout=72, max=5\r\n\r\n")[2], 71)
        self.assertEqual(body_of(head + b"Connection: close\r\n\r\n")[2], 0)
        self.assertEqual(body_of(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")[2], 0)

    def test_malformed_replies(self):
        head = b"HTTP/1.1 200 OK\r\n"
        for reply in (
            b"220 mail.example.com ESMTP\r\n",
            b"HTTP/2 200\r\n\r\n",
            b"HTTP/1.1 abc OK\r\n\r\n",
            b"x" * 70_000 + b"\r\n",
            head + b"A: b\r\n" * 101 + b"\r\n",
            head + b"Content-Length: -1\r\n\r\n",
            head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            head + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
            head + b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
        ):
            with self.subTest(reply[:60]), self.assertRaises(MalformedReply):
                body_of(reply)

    def test_replies_that_break_off(self):
        head = b"HTTP/1.1 200 OK\r\n"
        for reply in (b"", b"HTTP/1.1 200", head + b"Content-Length: 5\r\n\r\nhel", head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhe"):
            with self.subTest(reply), self.assertRaises(ConnectionError):
                body_of(reply)


def sent(operation, taken=None, url="http://127.0.0.1:4310", key=None, **options):
    request = Request(operation, *((taken,) if taken else ({},)), **options)
    return requests.message_of(request, urlsplit(url), {"Authorization": "Bearer k"}, key).decode()


class Requests(unittest.TestCase):
    def test_arguments_become_path_query_and_body(self):
        taken = {"self": 1, "mailbox": "a/b c", "search": "x&y", "starred": True, "limit": UNSET, "timeout": 5}
        request = request_of(operations.MESSAGES_LIST, taken)
        self.assertEqual(request.options, Options(timeout=5))
        text = requests.message_of(request, urlsplit("http://h/base"), {}, None).decode()
        self.assertTrue(text.startswith("GET /base/v1/mailboxes/a%2Fb%20c/messages?search=x%26y&starred=true HTTP/1.1\r\n"))
        forwarded = request_of(operations.MESSAGES_FORWARD, {"self": 1, "message_id": "m", "as_": "inline", "note": None})
        self.assertEqual(forwarded.fields, {"as": "inline", "note": None})

    def test_paths_can_not_lead_elsewhere(self):
        for part in ("", ".", ".."):
            with self.subTest(part), self.assertRaises(ValueError):
                sent(operations.MESSAGES_GET, {"message_id": part})

    def test_headers_can_not_be_added(self):
        for key in ("a\r\nX-Evil: 1", "a\nb", "ü", "a\x00"):
            with self.subTest(key), self.assertRaises(ValueError):
                sent(operations.MESSAGES_SEND, key=key)

    def test_urls(self):
        for url in ("127.0.0.1:4310", "ftp://h", "http://", "http://u:p@h", "http://h?x=1", "http://h/a b"):
            with self.subTest(url), self.assertRaises(ValueError):
                Client(url, "k")

    def test_a_form_quotes_what_would_end_its_headers(self):
        kind, body = form_of({"mailbox_id": "m", "file": Upload('a"\r\nb.txt', b"\x00\xff", "text/plain")})
        self.assertIn(b'filename="a%22%0D%0Ab.txt"\r\nContent-Type: text/plain\r\n\r\n\x00\xff\r\n', body)
        self.assertTrue(body.endswith(f"--{kind.partition('=')[2]}--\r\n".encode()))

    def test_a_new_version_has_a_key_of_its_own(self):
        keyed = lambda key, **fields: requests.key_of(Request(operations.MESSAGES_SEND, {}, fields, Options(None, key)))
        self.assertEqual(keyed("k", revises="m"), "k revises m")
        self.assertEqual(len(keyed("k" * 255, revises="m" * 36)), 255)
        self.assertEqual(keyed("k"), "k")
        self.assertNotEqual(keyed(None), keyed(None))


class Waiting(unittest.TestCase):
    def test_a_call_can_not_suspend_on_a_blocking_network(self):
        with self.assertRaises(RuntimeError):
            run(asyncio.sleep(0))

    def test_no_server(self):
        for client in (Client("http://127.0.0.1:9", "k", retries=0), AsyncClient("http://127.0.0.1:9", "k", retries=0)):
            with self.subTest(type(client)), self.assertRaises(AgentMailError) as caught:
                health = client.health()
                if inspect.iscoroutine(health):
                    asyncio.run(health)
            self.assertEqual(caught.exception.code, "NO_ANSWER")


def trust_of_test():
    tls = ssl.create_default_context(cafile=os.environ["AGENTMAIL_TLS_AUTHORITY"])
    # The default since Python 3.13, which the certificates of our tests don't meet.
    tls.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return tls


class Fickle:
    """A server that answers a request on each connection, then sends `rest`, and ends it without notice."""

    def __init__(self, rest):
        self.rest = rest
        self.ended = threading.Semaphore(0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        for _ in range(2):
            connection, _ = self._listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" + self.rest)
            self.ended.release()
        self._listener.close()


class Reuse(unittest.TestCase):
    def test_a_connection_that_the_daemon_ended_is_not_used_again(self):
        for rest in (b"", b"HTTP/1.1 408 Request Timeout\r\n\r\n"):
            server = Fickle(rest)
            with self.subTest(rest), Client(server.url, "k", retries=0) as client:
                for _ in range(2):
                    self.assertEqual(client.keys.rotate(), {})
                    server.ended.acquire()

            async def on_asyncio(server):
                async with AsyncClient(server.url, "k", retries=0) as client:
                    for _ in range(2):
                        self.assertEqual(await client.keys.rotate(), {})
                        await asyncio.to_thread(server.ended.acquire)

            with self.subTest(rest):
                asyncio.run(on_asyncio(Fickle(rest)))

    def test_a_connection_belongs_to_who_opened_it(self):
        idle = Connections()
        stream = Script()
        idle.give(stream, 60, "one")
        self.assertIsNone(idle.take("other"))
        self.assertTrue(stream.is_closed)
        idle.give(stream, 60, "one")
        self.assertIs(idle.take("one"), stream)
        idle.give(stream, 0, "one")
        self.assertIsNone(idle.take("one"))

    def test_a_client_goes_on_in_another_event_loop(self):
        url = os.environ["AGENTMAIL_TLS_URL"]
        tls = trust_of_test()
        client = AsyncClient(url, "k", tls=tls)

        async def call():
            return (await client.health())["status"]

        async def call_and_close():
            async with client:
                return await call()

        # The first connection is closed when it is collected.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            self.assertEqual([asyncio.run(call()), asyncio.run(call_and_close())], ["ok", "ok"])
            gc.collect()

    def test_nothing_shows_a_key(self):
        self.assertNotIn("am_live", repr(Client("http://h", "am_live_secret")._transport.settings))


class Tls(unittest.TestCase):
    """AGENTMAIL_TLS_URL has a certificate of AGENTMAIL_TLS_AUTHORITY."""

    def test_certificates_are_checked(self):
        url = os.environ["AGENTMAIL_TLS_URL"]
        tls = trust_of_test()
        with Client(url, "k", tls=tls) as trusting, Client(url, "k", retries=0) as wary:
            self.assertEqual(trusting.health()["status"], "ok")
            self.assertEqual(trusting.health()["status"], "ok")
            with self.assertRaisesRegex(AgentMailError, "certificate"):
                wary.health()

        async def on_asyncio():
            async with AsyncClient(url, "k", tls=tls) as trusting, AsyncClient(url, "k", retries=0) as wary:
                self.assertEqual((await trusting.health())["status"], "ok")
                self.assertEqual((await trusting.health())["status"], "ok")
                with self.assertRaisesRegex(AgentMailError, "certificate"):
                    await wary.health()

        asyncio.run(on_asyncio())


class Webhooks(unittest.TestCase):
    secret = "whsec_" + "k" * 44
    body = json.dumps({"id": "d1", "event": "message.received", "data": {"subject": "ü"}}).encode()
    now = 1_800_000_000

    def hex(self, at=now):
        return hmac.new(self.secret.encode(), f"{at}.".encode() + self.body, hashlib.sha256).hexdigest()

    def standard(self, at=now):
        key = b64decode(self.secret.removeprefix("whsec_"))
        digest = hmac.new(key, f"d1.{at}.".encode() + self.body, hashlib.sha256).digest()
        return {"webhook-id": "d1", "webhook-timestamp": str(at), "webhook-signature": f"v1,{b64encode(digest).decode()}"}

    def reason(self, headers, **changes):
        taken = {"body": self.body, "headers": headers, "secret": self.secret, "now": self.now, **changes}
        try:
            verify_webhook(**taken)
        except WebhookVerificationError as error:
            return error.reason
        return None

    def test_each_form(self):
        combined = {"X-Service-Signature": f"t={self.now},v1={self.hex()}"}
        pair = {"X-Webhook-Timestamp": str(self.now), "X-Webhook-Signature-V2": self.hex().upper()}
        several = {"x-service-signature": f"t={self.now}, v1={'0' * 64}, v1={self.hex()}"}
        old = self.standard()
        old["webhook-signature"] = f"v1a,x v1,{'A' * 43}= {old['webhook-signature']}"
        for headers in (combined, pair, several, self.standard(), old):
            with self.subTest(headers):
                self.assertIsNone(self.reason(headers))
                self.assertEqual(self.reason(headers, body=self.body + b" "), "signature_mismatch")
                self.assertEqual(self.reason(headers, secret="whsec_" + "x" * 44), "signature_mismatch")
                self.assertEqual(self.reason(headers, now=self.now + 301), "timestamp_out_of_tolerance")
                self.assertEqual(self.reason(headers, now=self.now - 301), "timestamp_out_of_tolerance")
                self.assertIsNone(self.reason(headers, now=self.now + 300))
                self.assertEqual(self.reason(headers, now=self.now + 11, tolerance=10), "timestamp_out_of_tolerance")
        text = verify_webhook(self.body.decode(), combined, self.secret, now=self.now)
        self.assertEqual(text["data"], {"subject": "ü"})

    def test_the_first_form_decides(self):
        wrong = {"x-service-signature": f"t={self.now},v1={'0' * 64}", **self.standard()}
        self.assertEqual(self.reason(wrong), "signature_mismatch")

    def test_malformed_ones(self):
        for headers in (
            {"x-service-signature": ""},
            {"x-service-signature": f"t=x,v1={self.hex()}"},
            {"x-service-signature": f"t={self.now},v1="},
            {"x-service-signature": f"t=²,v1={self.hex()}"},
            {"x-webhook-timestamp": str(self.now)},
            {"x-webhook-timestamp": str(self.now), "x-webhook-signature-v2": "\udcff"},
            {"webhook-timestamp": str(self.now), "webhook-id": "d1"},
        ):
            with self.subTest(headers):
                self.assertEqual(self.reason(headers), "signature_malformed")
        self.assertEqual(self.reason({}), "signature_missing")
        self.assertEqual(self.reason(self.standard(), secret="whsec_" + "k" * 43), "signature_mismatch")

    def test_an_empty_secret_verifies_nothing(self):
        for secret in ("", "whsec_"):
            with self.subTest(secret), self.assertRaises(ValueError):
                self.reason(self.standard(), secret=secret)

    def test_a_body_that_is_no_event(self):
        self.body = b"[]"
        self.assertEqual(self.reason({"x-service-signature": f"t={self.now},v1={self.hex()}"}), "body_malformed")


def used_in(module):
    source = inspect.getsource(importlib.import_module(f"agentmaild_client.{module}"))
    return {*re.findall(r"\boperations\.([A-Z_]+)", source)}


class Types(unittest.TestCase):
    def test_annotations_name_what_is_there(self):
        count = 0
        for name in MODULES:
            module = importlib.import_module(f"agentmaild_client.{name}")
            for _, owner in inspect.getmembers(module, inspect.isclass):
                if owner.__module__ != module.__name__:
                    continue
                typing.get_type_hints(owner)
                for _, function in inspect.getmembers(owner, inspect.isfunction):
                    if function.__module__ == module.__name__:
                        self.assertIn("return", typing.get_type_hints(function), function)
                        count += 1
            for _, function in inspect.getmembers(module, inspect.isfunction):
                typing.get_type_hints(function)
        for _, declared in inspect.getmembers(types, typing.is_typeddict):
            typing.get_type_hints(declared)
        self.assertGreater(count, 400)
        self.assertEqual(typing.get_type_hints(types.NamedAddress)["address"], str)

    def test_fields_that_may_be_absent(self):
        self.assertIn("from", types.MessageReceivedData.__optional_keys__)
        self.assertIn("subject", types.MessageReceivedData.__required_keys__)

    def test_both_clients_have_the_same_methods(self):
        one, other = Client("http://h", "k"), AsyncClient("http://h", "k")
        for name, resource in vars(one).items():
            if name.startswith("_"):
                continue
            for method, function in inspect.getmembers(resource, inspect.ismethod):
                twin = getattr(getattr(other, name), method)
                self.assertEqual(inspect.signature(function).parameters, inspect.signature(twin).parameters)

    def test_every_operation_has_a_method(self):
        known = {name: each for name, each in vars(operations).items() if isinstance(each, Operation)}
        print(json.dumps([[each.method, each.path] for each in known.values()]))
        written = used_in("_long_calls") | used_in("_waits")
        self.assertEqual(used_in("resources") | written, {*known})
        self.assertEqual(used_in("async_resources") | written, {*known})


if __name__ == "__main__":
    unittest.main()
