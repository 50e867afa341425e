"""Receivers of messages that fail, stall and refuse: a mail server (aiosmtpd), and a push service, a Discord and webhooks on one
port. Arguments: a seed, the percentage of requests that fail, and "careless", with which messages are accepted and then refused.

Prints its ports and the browsers' keys, and then lines of JSON: each request of a webhook that arrives, and each accepted
message, with what it is, when its connection began, and when it was accepted. Mail to names that begin with "gone", and paths that begin with "/gone" (410), "/large" (413) or
"/missing" (404) are refused for good.
"""

import asyncio
import base64
import collections
import email
import email.policy
import json
import logging
import os
import random
import sys
import time

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

logging.disable(logging.CRITICAL)
chances = random.Random(int(sys.argv[1]))
percent = int(sys.argv[2])
careless = "careless" in sys.argv
browser = ec.generate_private_key(ec.SECP256R1())
auth = os.urandom(16)
# Longer than the sender waits.
STALL = 2.5
# How long the receivers are there, and how long nobody listens then.
THERE, AWAY = 10, 1
REFUSED = {"gone": "410 Gone", "large": "413 Content Too Large", "missing": "404 Not Found"}
FAILURES = [
    "500 Internal Server Error",
    "503 Service Unavailable\r\nRetry-After: 60",
    "429 Too Many Requests\r\nRetry-After: 30",
    "stall",
    "reset",
    "cut",
]
# Others take a redirect for a refusal.
OF_WEBHOOKS = FAILURES + ["302 Found\r\nLocation: http://127.0.0.1:1/"]
# The last times at which this program was not held up. A connection may have waited since the first of them.
beats = collections.deque([time.time()], maxlen=4)


def fails(kinds):
    """Draws a failure, or none."""
    return chances.choice(kinds) if chances.randrange(100) < percent else None


def accepted(what, begun):
    print(json.dumps({"what": what, "begun": begun, "at": time.time()}), flush=True)
    return careless and chances.randrange(20) == 0


class Handler:
    """Accepts mail."""

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("gone"):
            return "550 5.1.1 no such person here"
        if fails(FAILURES) in FAILURES[:3]:
            return chances.choice(["451 4.7.1 try again later", "421 4.3.2 shutting down"])
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        failure = fails(FAILURES)
        if failure == "stall":
            await asyncio.sleep(STALL)
        if failure in ("stall", "reset", "cut"):
            server.transport.abort()
            return "421 4.3.2 gone"
        if failure:
            return "452 4.3.1 no room"
        head = email.message_from_bytes(envelope.content, policy=email.policy.compat32)
        what = f"mail|{head['Message-ID']}"
        return "451 4.3.0 lost" if accepted(what, server.begun) else "250 OK"


class Mail(SMTP):
    def connection_made(self, transport):
        self.begun = beats[0]
        super().connection_made(transport)


def read(path, headers, body):
    """Says which message this is: by its id, or by what a person would see."""
    if "webhook-id" in headers:
        return f"webhook|{headers['webhook-id']}"
    if "/api/webhooks/" in path:
        embed = json.loads(body)["embeds"][0]
        return f"discord|{path}|{embed['title']}"
    message = http_ece.decrypt(body, private_key=browser, auth_secret=auth, version="aes128gcm")
    return f"push|{path}|{json.loads(message)['tag']}"


async def answer(path, headers, body, begun, writer):
    if "webhook-id" in headers:
        signed = [headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"], body.decode()]
        print(json.dumps({"hook": path, "signed": signed}), flush=True)
    kind = path.strip("/").split("/")[0]
    refused = REFUSED.get(kind)
    failure = None if refused else fails(OF_WEBHOOKS if "webhook-id" in headers else FAILURES)
    if failure == "stall":
        await asyncio.sleep(STALL)
        return
    if failure == "reset":
        writer.transport.abort()
        return
    if failure == "cut":
        writer.write(b"HTTP/1.1 2")
        return
    status = refused or failure
    if not status:
        status = "500 Lost" if accepted(read(path, headers, body), begun) else "201 Created"
    writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())


async def serve(reader, writer):
    begun = beats[0]
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        lines = (line.split(": ", 1) for line in head[1:] if line)
        headers = {name.lower(): value for name, value in lines}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        await answer(head[0].split(" ")[1], headers, body, begun, writer)
        await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def there(ports):
    """Listens on the ports, and goes away now and then."""
    loop = asyncio.get_running_loop()
    smtp = await loop.create_server(lambda: Mail(Handler(), hostname="localhost"), "127.0.0.1", ports[0], backlog=1024)
    http = await asyncio.start_server(serve, "127.0.0.1", ports[1], backlog=1024)
    return [smtp, http]


async def beat():
    while True:
        beats.append(time.time())
        await asyncio.sleep(0.05)


async def main():
    beating = asyncio.create_task(beat())
    servers = await there([0, 0])
    ports = [server.sockets[0].getsockname()[1] for server in servers]
    point = browser.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    encode = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    print(json.dumps({"ports": ports, "public_key": encode(point), "auth": encode(auth)}), flush=True)

    async def go_away():
        nonlocal servers
        while percent:
            await asyncio.sleep(THERE)
            for server in servers:
                server.close()
            await asyncio.sleep(AWAY)
            servers = await there(ports)

    going = asyncio.create_task(go_away())
    # Ends with the drill, whose end closes the input.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    going.cancel()
    os._exit(0)


asyncio.run(main())
