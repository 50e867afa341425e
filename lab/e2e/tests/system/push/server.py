"""A push service and a browser: prints its port and the browser's keys, and then each accepted message as a line of JSON.

It verifies the token of each message (RFC 8292) with `cryptography`, and decrypts the message with `http_ece`. Its paths say
what it answers: `/gone` 410, `/large` 413, and `/later` 429 for the first message.
"""

import base64
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

browser = ec.generate_private_key(ec.SECP256R1())
auth = os.urandom(16)
lock = threading.Lock()
seen = set()


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims(authorization):
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, payload, signature = parts["t"].split(".")
    assert scheme == "vapid" and json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    assert len(raw) == 64
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    key.verify(der, f"{head}.{payload}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decode(payload)), parts["k"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        content = self.rfile.read(int(self.headers["content-length"]))
        said, key = claims(self.headers["authorization"])
        assert said["aud"] == f"http://{self.headers['host']}"
        status = {"/gone": 410, "/large": 413}.get(self.path, 201)
        with lock:
            if self.path == "/later" and self.path not in seen:
                seen.add(self.path)
                status = 429
            if status == 201:
                message = http_ece.decrypt(content, private_key=browser, auth_secret=auth, version="aes128gcm")
                headers = {name.lower(): value for name, value in self.headers.items()}
                line = {"path": self.path, "headers": headers, "claims": said, "key": key, "length": len(content)}
                print(json.dumps({**line, "message": json.loads(message)}), flush=True)
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "7")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 1024


server = Server(("127.0.0.1", 0), Handler)
point = browser.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
print(json.dumps({"port": server.server_port, "public_key": encode(point), "auth": encode(auth)}), flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
# Ends with the test, whose end closes the input.
sys.stdin.read()
