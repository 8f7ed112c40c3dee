import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { shared } from "../process.mjs";
import { answerDurableCall } from "./answer-durable-call.mjs";
import type { DurableWork } from "./durable-work";

const BYTES_MAX = 1024 * 1024;

type Answer = DurableWork["answer"];

afterEach(() => {
  delete shared.durableWork;
});

/**
 * Starts a server that answers durable calls and responds to every other request with 418. A null `answer` simulates an
 * application that has not started yet.
 */
async function serve(answer: Answer | null) {
  if (answer) shared.durableWork = { answer };
  const server = createServer((request, response) => {
    if (!answerDurableCall(request, response)) response.writeHead(418).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const echo: Answer = async ({ method, path, header, body }) => ({
  status: 206,
  headers: { "x-inngest-sdk": "of the test" },
  body: JSON.stringify([method, path, header("x-name"), body && (await text(body))]),
});

/** Stops reading the body at a limit, as the durable work does. */
const refuseTooLarge: Answer = async ({ body }) => {
  let byteCount = 0;
  for await (const chunk of body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > BYTES_MAX) return { status: 413, headers: {}, body: "{}" };
  }
  return { status: 200, headers: {}, body: "{}" };
};

describe("a call from the engine", () => {
  test.each([
    ["GET", null],
    ["POST", '{"a":"é"}'],
    ["PUT", ""],
  ])("gets the durable work's response if it is made with %s", async (method, body) => {
    const send = await serve(echo);
    const path = "/api/inngest?fnId=stagedoor-relay&stepId=step";
    const answer = await send(path, { method, body, headers: { "x-name": "value" } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("x-inngest-sdk")).toBe("of the test");
    expect(await answer.json()).toEqual([method, path, "value", body]);
  });

  test("closes its connection if its body is not read in full", async () => {
    const send = await serve(refuseTooLarge);
    const body = "x".repeat(8 * BYTES_MAX);
    const answer = await send("/api/inngest", { method: "POST", body });
    expect([answer.status, answer.headers.get("connection")]).toEqual([413, "close"]);
  });

  test("ends without a response if the durable work fails", async () => {
    const send = await serve(() => Promise.reject(new Error("of the test")));
    await expect(send("/api/inngest", { method: "POST" })).rejects.toThrow("fetch failed");
  });
});

describe("requests left to Next", () => {
  test.each([
    ["GET", "/api/inngestion"],
    ["POST", "/api/inngest/more"],
    ["GET", "/"],
    ["DELETE", "/api/inngest"],
  ])("%s %s", async (method, path) => {
    expect((await (await serve(echo))(path, { method })).status).toBe(418);
  });

  test("every request that arrives before the durable work has been composed", async () => {
    expect((await (await serve(null))("/api/inngest")).status).toBe(418);
  });
});
