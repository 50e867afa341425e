"""Verifies the messages in cases.json, each with a secret. The clock of the test stands still, so the time is not compared."""

import datetime
import json

import standardwebhooks.webhooks as webhooks


class Now(datetime.datetime):
    """The time of the message that is being verified."""

    at = 0

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(cls.at, tz)


webhooks.datetime = Now
with open("cases.json", encoding="utf-8") as file:
    cases = json.load(file)
assert len(cases) == 5
for number, case in enumerate(cases):
    Now.at = int(case["headers"]["webhook-timestamp"])
    try:
        message = webhooks.Webhook(case["secret"]).verify(case["body"], case["headers"])
        right = message["type"].startswith("tournament.")
    except webhooks.WebhookVerificationError:
        right = False
    assert right == case["right"], f"case {number}"
