"""What the OpenAPI document promises and JSON Schema cannot say, told to schemathesis (scripts/schemathesis).

* Only the service can give a `Consistency-Token`: it is filled in from the newest answer to a write.
* A version in `If-Match` is known to those who have read the list: `*` stands for it.
* An `Idempotency-Key` is for one request: it is made unique.
* `deckhost_deck_json` holds JSON: text that holds none is written as JSON.

Requests that are meant to be refused are left as they are.
"""

import itertools
import json

import schemathesis

numbers = itertools.count(1)
newest = {}


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    headers = case.headers
    if "Consistency-Token" in headers:
        del headers["Consistency-Token"]
        headers.update(newest)
    if "If-Match" in headers:
        headers["If-Match"] = "*"
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = f"schemathesis-{next(numbers)}"
    if isinstance(case.body, dict):
        text = case.body.get("deckhost_deck_json")
        if isinstance(text, str) and text and not is_json(text):
            case.body["deckhost_deck_json"] = json.dumps(text)


@schemathesis.hook
def after_call(context, case, response):
    for token in response.headers.get("consistency-token", []):
        newest["Consistency-Token"] = token


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
