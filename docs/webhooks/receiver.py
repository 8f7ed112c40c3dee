# WEBHOOK_SECRET=whsec_… python3 receiver.py      needs Python 3.8
# Speaks HTTPS with CERT_FILE and KEY_FILE (PEM); without them HTTP, for a proxy in front of it that speaks HTTPS.
import base64
import hashlib
import hmac
import json
import os
import re
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def verify(raw_body, headers, secret, now=None):
    """Whether these very bytes are signed with the secret, at most 5 minutes from now."""
    message_id, timestamp, signatures = (
        headers.get("webhook-" + name) or "" for name in ("id", "timestamp", "signature")
    )
    if not (message_id and signatures and re.fullmatch("[0-9]+", timestamp)):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + raw_body, hashlib.sha256).digest()
    want = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(entry.encode(), want) for entry in signatures.split(" "))


# What was received, one line each: it is on disk before the answer, and tells repeats after a restart too.
INBOX = os.environ.get("INBOX_FILE", "inbox.jsonl")
seen_ids = set()
one_at_a_time = threading.Lock()


def store(message_id, items):
    """Whether it is new."""
    with one_at_a_time:
        if message_id in seen_ids:
            return False
        with open(INBOX, "a") as inbox:
            inbox.write(json.dumps({"id": message_id, "items": items}) + "\n")
        seen_ids.add(message_id)
        return True


def work(items):
    for item in items:
        previous = json.dumps(item["previousStatus"])
        print(f"{item['uuid']} {previous} -> {item['currentStatus']} {item['url']}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if not verify(raw_body, self.headers, os.environ["WEBHOOK_SECRET"]):
            return self.answer(401)
        items = json.loads(raw_body)
        is_new = store(self.headers["webhook-id"], items)
        self.answer(200)
        if is_new:
            work(items)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if os.path.exists(INBOX):
        with open(INBOX) as lines:
            seen_ids.update(json.loads(line)["id"] for line in lines)
    os.environ["WEBHOOK_SECRET"]
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8443"))), Receiver)
    if "CERT_FILE" in os.environ:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.environ["CERT_FILE"], os.environ["KEY_FILE"])
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(f"Listening on port {server.server_port}", flush=True)
    server.serve_forever()
