import { once } from "node:events";
import { Agent, request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { getContainer } from "../current-container";
import { type CallOptions, prepareApi } from "../testing/api.fixture";
import type { Method } from "../testing/routes.fixture";
import { createHotCalls } from "./hot-calls";

const DOCUMENTS = "/external-api/staged-documents";
const UNKNOWN = `${DOCUMENTS}/00000000-0000-7000-8000-000000000000`;
const LEFT_TO_NEXT = 599;
const api = prepareApi({ RATE_LIMIT_PER_KEY: "100000" });

const answerHotCall = createHotCalls(getContainer);
const server = createServer((request, response) => {
  const answered = answerHotCall(request, response);
  if (answered !== undefined) answered.catch((error) => response.destroy(error));
  else response.writeHead(LEFT_TO_NEXT).end();
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** Makes a call without going through Next, as a client of `app/serving/server.mjs` would. */
async function call(method: string, path: string, { key, body, headers }: CallOptions = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = ask({
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: {
      authorization: `Bearer ${key ?? api.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
  sent.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
  const [response] = await once(sent, "response");
  const received = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: received === "" ? null : JSON.parse(received),
  };
}

const makeUploaded = async () => {
  const { uuid, uploadSignedUrl } = await api.create();
  expect((await fetch(uploadSignedUrl, { method: "PUT", body: "bytes" })).status).toBe(200);
  return `${DOCUMENTS}/${uuid}`;
};
const makeAt = async (status: 1 | 2 | 8) =>
  `${DOCUMENTS}/${(await makeDocumentAt(api.container.ports, status)).uuid}`;

/** Headers whose values differ from call to call. */
const CHANGING = ["x-request-id", "date", "ratelimit", "etag", "location"];
/** Headers that describe only the connection. */
const OF_THE_CONNECTION = ["connection", "keep-alive", "transfer-encoding", "content-length"];

const comparable = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !OF_THE_CONNECTION.includes(name) && name !== "date")
      .map(([name, value]) => [name, CHANGING.includes(name) ? "…" : value]),
  );

const CREATION = { assetIdentifier: "BLD-0001", name: "lease.pdf" };

const UNDER_KEY = { body: CREATION, headers: { "idempotency-key": "a" } };
const makeClaimed = async () => {
  await api.call("POST", DOCUMENTS, UNDER_KEY);
  return DOCUMENTS;
};

/** Each call creates its own document, so that the hot call and the route see the same state. */
const CALLS: readonly [string, Method, () => Promise<string> | string, CallOptions][] = [
  ["a creation", "POST", () => DOCUMENTS, { body: CREATION }],
  ["a creation with a used idempotency key", "POST", makeClaimed, UNDER_KEY],
  ["an invalid creation", "POST", () => DOCUMENTS, { body: { name: "a" } }],
  ["a body that is not JSON", "POST", () => DOCUMENTS, { body: "{" }],
  [
    "a wrong media type",
    "POST",
    () => DOCUMENTS,
    { body: "a", headers: { "content-type": "text/plain" } },
  ],
  ["a body that is too large", "POST", () => DOCUMENTS, { body: "x".repeat(65_537) }],
  ["a wrong key", "POST", () => DOCUMENTS, { body: CREATION, key: "k".repeat(40) }],
  ["a key without Bearer", "GET", () => UNKNOWN, { headers: { authorization: "Basic abc" } }],
  ["a document", "GET", () => makeAt(2), {}],
  ["a deleted document", "GET", () => makeAt(8), {}],
  [
    "a document that the client has cached",
    "GET",
    () => makeAt(2),
    { headers: { "if-none-match": "*" } },
  ],
  ["an unknown document", "GET", () => UNKNOWN, {}],
  ["a verified report", "PUT", makeUploaded, { body: { status: 2 } }],
  ["a repeated report", "PUT", () => makeAt(2), { body: { status: 2 } }],
  ["a failed upload", "PUT", () => makeAt(1), { body: { status: 6 } }],
  ["a report without a file", "PUT", () => makeAt(1), { body: { status: 2 } }],
  ["a move that is not allowed", "PUT", () => makeAt(8), { body: { status: 3 } }],
  ["a status that nobody can set", "PUT", () => makeAt(1), { body: { status: 7 } }],
];

describe("a hot call gets the same response as a call through its route", () => {
  test.each(CALLS)("%s", async (_what, method, makePath, options) => {
    const path = await makePath();
    const hot = await call(method, path, options);
    const other = path.startsWith(UNKNOWN) ? path : await makePath();
    const routed = await api.call(method, other, options);
    expect(hot.status).toBe(routed.status);
    expect(comparable(Object.entries(hot.headers))).toEqual(comparable(routed.headers));
    expect(Object.keys(hot.body ?? {})).toEqual(Object.keys(Object(routed.body ?? {})));
    expect(Object(hot.body).code).toBe(Object(routed.body).code);
  });
});

describe("requests left to Next", () => {
  test.each([
    ["GET", DOCUMENTS],
    ["HEAD", UNKNOWN],
    ["DELETE", UNKNOWN],
    ["PATCH", UNKNOWN],
    ["GET", `${UNKNOWN}/status-changes`],
    ["GET", `${UNKNOWN}/`],
    ["GET", `${UNKNOWN}?a=b`],
    ["GET", `${DOCUMENTS}/nonsense`],
    ["POST", `${DOCUMENTS}?a=b`],
    ["POST", "/external-api/Staged-Documents"],
    ["GET", "/cockpit"],
  ])("%s %s", async (method, path) => {
    expect((await call(method, path)).status).toBe(LEFT_TO_NEXT);
  });
});

test.each([80_000, 1_000_000])(
  "a chunked body of %i bytes is rejected, and its connection accepts the next call",
  async (bytes) => {
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const headers = { authorization: `Bearer ${api.key}`, "content-type": "application/json" };
    const post = () =>
      ask({ host: "127.0.0.1", port, method: "POST", path: DOCUMENTS, headers, agent });
    const tooLarge = post();
    tooLarge.write("x".repeat(bytes / 2));
    tooLarge.end("x".repeat(bytes / 2));
    const [refusal] = await once(tooLarge, "response");
    expect(refusal.statusCode).toBe(413);
    expect(JSON.parse(await text(refusal))).toMatchObject({ code: "body-too-large" });
    const next = post();
    next.end(JSON.stringify(CREATION));
    const [created] = await once(next, "response");
    expect({ status: created.statusCode, isReused: next.reusedSocket }).toEqual({
      status: 201,
      isReused: true,
    });
  },
);
