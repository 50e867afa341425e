"""Adjusts schemathesis' requests to rules that JSON Schema cannot express (used by scripts/schemathesis).

* `Consistency-Token`: only the service can issue one, so it is taken from the newest answer to a write.
* `If-Match`: requests do not know the current version, so it is replaced by `*`.
* `Idempotency-Key`: it is made unique, because a key belongs to one request.
* `deckhost_deck_json`: text that is not JSON is encoded as JSON.
* `name` of a list in a form: the generator does not apply its pattern to forms, so line ends and controls are taken out.
* Usernames are unique: a new account gets a new one, a new member a known one, and a change none.
* A new key expires in the future.

Requests that must be refused are not changed. But no request may revoke the key that all of them use, or remove its
member, so keys and members are changed only if an earlier request created them.
"""

import functools
import itertools
import json
import os

import requests
import schemathesis

USERS, MEMBERS, KEYS = "/api/v1/users/", "/api/v1/members/", "/api/v1/api-keys/api_keys/"
NOBODYS_ID = 4_000_000
MEMBER_TO_BE = "schemathesis"

numbers = itertools.count(1)
newest = {}
made = {MEMBERS: [], KEYS: []}


@schemathesis.hook
def before_call(context, case, kwargs):
    spare_what_was_there(case)
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
        name = case.body.get("name")
        if isinstance(name, str) and case.media_type != "application/json":
            case.body["name"] = "".join(letter for letter in name if letter.isprintable()) or "List"
        fill_in_names(case)


def spare_what_was_there(case):
    under = next((address for address in made if case.path == address + "{id}/"), None)
    if under and str(case.path_parameters.get("id", "")).isdigit() and int(case.path_parameters["id"]) not in made[under]:
        case.path_parameters["id"] = made[under][next(numbers) % len(made[under])] if made[under] else NOBODYS_ID


def fill_in_names(case):
    body, operation = case.body, (case.method, case.path)
    if operation == ("POST", USERS) and body.get("username"):
        body["username"] = f"{body['username'][:100]}-{next(numbers)}"
    elif operation == ("PATCH", USERS + "{id}/"):
        body.pop("username", None)
    elif operation == ("POST", MEMBERS):
        register_the_member_to_be(case)
        body.pop("user_id", None)
        body["username"] = MEMBER_TO_BE
    elif operation == ("POST", KEYS) and isinstance(body.get("expires_at"), str):
        body["expires_at"] = "2099-01-01T00:00:00Z"


@functools.cache
def register(address, key):
    person = {"username": MEMBER_TO_BE, "best_identifier": "Member to be"}
    requests.post(address, json=person, headers={"X-API-Key": key}, timeout=30).raise_for_status()


def register_the_member_to_be(case):
    register(case.operation.base_url.rstrip("/") + USERS, os.environ["SCHEMATHESIS_KEY"])


@schemathesis.hook
def after_call(context, case, response):
    for token in response.headers.get("consistency-token", []):
        newest["Consistency-Token"] = token
    if case.method == "POST" and case.path in made and response.status_code == 201:
        made[case.path].append(response.json()["id"])


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
