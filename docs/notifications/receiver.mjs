// WEBHOOK_SECRET=whsec_… node receiver.mjs      needs Node 20.10
// Uses HTTPS if you set CERT_FILE and KEY_FILE (PEM). Otherwise it uses HTTP, for use behind an HTTPS proxy.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { argv, env, stdout } from "node:process";
import { buffer } from "node:stream/consumers";
import { setImmediate, setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Checks that exactly these bytes are signed with the secret, and that the timestamp is within 5 minutes of now. */
export function verify(rawBody, headers, secret, nowSeconds = Date.now() / 1000) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !signatures || !/^\d+$/.test(timestamp ?? "")) return false;
  if (Math.abs(nowSeconds - timestamp) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(rawBody);
  const want = Buffer.from(`v1,${digest.digest("base64")}`);
  return signatures.split(" ").some((entry) => {
    const got = Buffer.from(entry);
    return got.length === want.length && timingSafeEqual(got, want);
  });
}

/** One line per notification received or processed. A line cut off by a crash was not acknowledged, and damages no other. */
const inbox = env.INBOX_FILE ?? "inbox.jsonl";
const write = (entry) => appendFileSync(inbox, `\n${JSON.stringify(entry)}`, { flush: true });
const seenIds = new Set();

/** Notifications that were acknowledged before a restart but not processed. */
function readLeft() {
  const left = new Map();
  for (const line of existsSync(inbox) ? readFileSync(inbox, "utf8").split("\n") : []) {
    try {
      const { id, items, done } = JSON.parse(line);
      if (done) {
        left.delete(done);
      } else {
        left.set(id, items);
        seenIds.add(id);
      }
    } catch {} // Cut off: Stagedoor will send it again.
  }
  return left;
}

async function receive(request) {
  if (request.method !== "POST") return 405;
  const rawBody = await buffer(request);
  if (!verify(rawBody, request.headers, env.WEBHOOK_SECRET)) return 401;
  const id = request.headers["webhook-id"];
  if (seenIds.has(id) || request.headers["x-stagedoor-test"] === "1") return 200;
  const items = JSON.parse(rawBody);
  write({ id, items });
  seenIds.add(id);
  workLater(id, items);
  return 200;
}

const PAUSE_MS = 5_000;
let queue = Promise.resolve();

/** Processes notifications one at a time, to keep their order, and retries each until it succeeds, so that none is lost. */
function workLater(id, items) {
  queue = queue.then(setImmediate).then(async () => {
    for (;;) {
      try {
        await work(items);
        return write({ done: id });
      } catch (error) {
        stdout.write(`${id} failed and will be retried: ${error}\n`);
        await setTimeout(PAUSE_MS);
      }
    }
  });
}

/** Your code. After a crash, it may get the same items again. */
async function work(items) {
  for (const { uuid, previousStatus, currentStatus, url } of items) {
    stdout.write(`${uuid} ${previousStatus} -> ${currentStatus} ${url}\n`);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (!env.WEBHOOK_SECRET) throw new Error("Set WEBHOOK_SECRET to the signing secret.");
  for (const [id, items] of readLeft()) workLater(id, items);
  const answer = async (request, response) => {
    const status = await receive(request).catch((error) => {
      stdout.write(`${error}\n`);
      return 500;
    });
    response.writeHead(status).end();
  };
  const server = env.CERT_FILE
    ? createHttpsServer({ cert: readFileSync(env.CERT_FILE), key: readFileSync(env.KEY_FILE) })
    : createHttpServer();
  server.on("request", answer).listen(Number(env.PORT ?? 8443), () => {
    stdout.write(`Listening on port ${server.address().port}\n`);
  });
}
