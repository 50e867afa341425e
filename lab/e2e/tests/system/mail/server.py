"""A mail server (aiosmtpd) that prints its port, and then each message that it accepts as a line of JSON.

It refuses names that begin with "gone", and the first message to each name that begins with "later". It takes its time for
messages to names that begin with "slow". With the argument "refuse-sender", it refuses the first sender.
"""

import asyncio
import email
import email.policy
import json
import sys

from aiosmtpd.smtp import SMTP

seen = set()


refusals = ["550 5.7.1 you may not send from this address"] if "refuse-sender" in sys.argv else []


class Handler:
    async def handle_MAIL(self, server, session, envelope, address, options):
        if refusals:
            return refusals.pop()
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("gone"):
            return "550 5.1.1 no such person here"
        if address.startswith("later") and address not in seen:
            seen.add(address)
            return "451 4.7.1 try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
        said = {"to": envelope.rcpt_tos, "headers": {name.lower(): str(value) for name, value in mail.items()}, "parts": parts}
        print(json.dumps(said), flush=True)
        if envelope.rcpt_tos[0].startswith("slow"):
            await asyncio.sleep(6)
        return "250 OK"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Handler(), hostname="localhost"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    # Ends with the test, whose end closes the input.
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
