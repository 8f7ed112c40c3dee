# WEBHOOK_SECRET=whsec_… python3 receiver.py      needs Python 3.8
# Uses HTTPS if you set CERT_FILE and KEY_FILE (PEM). Otherwise it uses HTTP, for use behind an HTTPS proxy.
import base64
import hashlib
import hmac
import json
import os
import queue
import re
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def verify(raw_body, headers, secret, now=None):
    """Checks that exactly these bytes are signed with the secret, and that the timestamp is within 5 minutes of now."""
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


# One line per notification received or processed. A line cut off by a crash was not acknowledged, and damages no other.
INBOX = os.environ.get("INBOX_FILE", "inbox.jsonl")
PAUSE_SECONDS = 5
seen_ids = set()
waiting = queue.Queue()
one_at_a_time = threading.Lock()


def write(entry):
    with open(INBOX, "a", encoding="utf-8") as inbox:
        inbox.write("\n" + json.dumps(entry))
        inbox.flush()
        os.fsync(inbox.fileno())


def read_left():
    """Notifications that were acknowledged before a restart but not processed."""
    left = {}
    with open(INBOX, "a+", encoding="utf-8", errors="replace") as inbox:
        inbox.seek(0)
        for line in inbox:
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # Cut off: Stagedoor will send it again.
            if "done" in entry:
                left.pop(entry["done"], None)
            else:
                left[entry["id"]] = entry["items"]
                seen_ids.add(entry["id"])
    return left


def store(message_id, items):
    with one_at_a_time:
        if message_id not in seen_ids:
            write({"id": message_id, "items": items})
            seen_ids.add(message_id)
            waiting.put((message_id, items))


def work_on():
    """Processes notifications one at a time, to keep their order, and retries each until it succeeds."""
    while True:
        message_id, items = waiting.get()
        while True:
            try:
                work(items)
                with one_at_a_time:
                    write({"done": message_id})
                break
            except Exception as error:
                print(f"{message_id} failed and will be retried: {error}", flush=True)
                time.sleep(PAUSE_SECONDS)


def work(items):
    """Your code. After a crash, it may get the same items again."""
    for item in items:
        previous = json.dumps(item["previousStatus"])
        print(f"{item['uuid']} {previous} -> {item['currentStatus']} {item['url']}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if not verify(raw_body, self.headers, os.environ["WEBHOOK_SECRET"]):
            return self.answer(401)
        if self.headers.get("x-stagedoor-test") != "1":
            store(self.headers["webhook-id"], json.loads(raw_body))
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    os.environ["WEBHOOK_SECRET"]
    for left in read_left().items():
        waiting.put(left)
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8443"))), Receiver)
    if "CERT_FILE" in os.environ:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.environ["CERT_FILE"], os.environ["KEY_FILE"])
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(f"Listening on port {server.server_port}", flush=True)
    threading.Thread(target=work_on, daemon=True).start()
    server.serve_forever()
