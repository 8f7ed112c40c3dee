// WEBHOOK_SECRET=whsec_… node receiver.mjs      needs Node 20
// Speaks HTTPS with CERT_FILE and KEY_FILE (PEM); without them HTTP, for a proxy in front of it that speaks HTTPS.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { argv, env, stdout } from "node:process";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Whether these very bytes are signed with the secret, at most 5 minutes from now. */
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

/** What was received, one line each: it is on disk before the answer, and tells repeats after a restart too. */
const inbox = env.INBOX_FILE ?? "inbox.jsonl";

function readSeenIds() {
  if (!existsSync(inbox)) return new Set();
  const lines = readFileSync(inbox, "utf8").split("\n").filter(Boolean);
  return new Set(lines.map((line) => JSON.parse(line).id));
}

async function receive(request, seenIds) {
  if (request.method !== "POST") return 405;
  const rawBody = await buffer(request);
  if (!verify(rawBody, request.headers, env.WEBHOOK_SECRET)) return 401;
  const id = request.headers["webhook-id"];
  if (seenIds.has(id)) return 200;
  const items = JSON.parse(rawBody);
  appendFileSync(inbox, `${JSON.stringify({ id, items })}\n`);
  seenIds.add(id);
  setImmediate(work, items); // after the answer
  return 200;
}

function work(items) {
  for (const { uuid, previousStatus, currentStatus, url } of items) {
    stdout.write(`${uuid} ${previousStatus} -> ${currentStatus} ${url}\n`);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (!env.WEBHOOK_SECRET) throw new Error("Set WEBHOOK_SECRET to the signing secret.");
  const seenIds = readSeenIds();
  const answer = async (request, response) => {
    const status = await receive(request, seenIds).catch((error) => {
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
