import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product";

const DOCUMENTS = "/external-api/staged-documents";
const UNKNOWN = `${DOCUMENTS}/00000000-0000-7000-8000-000000000000`;
/** Headers that depend on the single call, the connection, compression or Next's own routing (decision 0044). */
const NOT_COMPARED = [
  "x-request-id",
  "date",
  "etag",
  "ratelimit",
  "vary",
  "connection",
  "keep-alive",
  "content-length",
  "content-encoding",
  "transfer-encoding",
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product.stop();
});

/** Sends the path exactly as given; `fetch` would drop a `?` without a query. */
async function call(method: string, path: string, { key = product.apiKey, body = "" } = {}) {
  const { hostname, port } = new URL(product.url);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = request({ hostname, port, method, path, headers });
  sent.end(body);
  const [response] = await once(sent, "response");
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).filter(([name]) => !NOT_COMPARED.includes(name)),
    ),
    body: JSON.parse(await text(response)),
  };
}

test.each([
  ["a document", 200, undefined],
  ["a wrong key", 401, "k".repeat(40)],
  ["no such document", 404, undefined],
])("%s gets the same response with and without Next", async (_what, status, key) => {
  const creation = JSON.stringify({ assetIdentifier: "A", name: "a.pdf" });
  const created = await call("POST", DOCUMENTS, { body: creation });
  const path = status === 404 ? UNKNOWN : `${DOCUMENTS}/${created.body.uuid}`;
  const hot = await call("GET", path, { key });
  const routed = await call("GET", `${path}?`, { key });
  expect(hot.status).toBe(status);
  const ofTheCall = status === 200 ? {} : { requestId: expect.any(String) };
  expect(hot).toEqual({ ...routed, body: { ...routed.body, ...ofTheCall } });
});
