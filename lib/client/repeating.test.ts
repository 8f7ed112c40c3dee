import { describe, expect, test } from "vitest";
import { CallFailure } from "./call-failure";
import { clientUnderTest } from "./testing/client.fixture";
import { type Mishap, problemAnswer } from "./testing/in-memory-external-api";

const BODY = { assetIdentifier: "BLD-0001", name: "a.pdf" };

describe("a transient failure", () => {
  test.each<[string, Mishap]>([
    ["no connection", "unreachable"],
    ["a lost response", "answer-lost"],
    ["429", problemAnswer(429, "too-many-requests")],
    ["502 from a gateway", new Response("", { status: 502 })],
    ["408", problemAnswer(408, "body-too-slow")],
    ["503", problemAnswer(503, "database-unavailable")],
    ["504", new Response("", { status: 504 })],
  ])("is retried after %s", async (_, mishap) => {
    const { api, client, pauses } = clientUnderTest();
    api.mishap = (_call, nth) => (nth === 1 ? mishap : null);
    await client.create(BODY);

    expect(pauses).toHaveLength(1);
    expect(api.documents).toHaveLength(1);
  });

  test("is retried after the time in Retry-After, which the final problem also contains", async () => {
    const { api, client, pauses } = clientUnderTest();
    api.mishap = () => problemAnswer(503, "database-unavailable", [], { "retry-after": "20" });
    const problem = await failureOf(client.get("uuid-1"));

    expect(pauses.map(({ waitMs }) => waitMs)).toEqual([20_000, 20_000, 20_000]);
    expect(problem).toMatchObject({ retryAfterSeconds: 20, code: "database-unavailable" });
  });

  test("includes the reason, even if it is deeply nested", async () => {
    const { api, client } = clientUnderTest();
    api.mishap = () => "unreachable";

    await expect(client.get("uuid-1")).rejects.toThrow("Stagedoor does not answer (ECONNREFUSED)");
  });

  test.each([400, 401, 403, 404, 409, 410, 422, 500])(
    "does not include status %d",
    async (status) => {
      const { api, client } = clientUnderTest();
      api.mishap = () => problemAnswer(status, "internal-error");
      await failureOf(client.get("uuid-1"));

      expect(api.calls).toHaveLength(1);
    },
  );
});

describe("after a lost response", () => {
  test("a retried creation does not create a second document, because each creation has its own idempotency key", async () => {
    const { api, client } = clientUnderTest();
    api.mishap = (_, nth) => (nth === 1 ? "answer-lost" : null);
    await client.create(BODY);
    await client.create(BODY);
    const keys = api.calls.map(({ headers }) => headers.get("idempotency-key"));

    expect(api.documents).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test("a retried creation uses the idempotency key that it was given", async () => {
    const { api, client } = clientUnderTest();
    await client.create(BODY, { idempotencyKey: "mine" });
    await client.create(BODY, { idempotencyKey: "mine" });

    expect(api.documents).toHaveLength(1);
  });

  test.each([2, 6] as const)("reporting %d is retried", async (status) => {
    const { api, client } = clientUnderTest();
    const { uuid } = await client.create(BODY);
    api.mishap = ({ method }, nth) => (method === "PUT" && nth === 1 ? "unreachable" : null);
    await client.report(uuid, { status }).catch(() => undefined);

    expect(api.log.filter((line) => line.startsWith("PUT"))).toHaveLength(2);
  });

  test("taking a document is not retried, because a retry could not distinguish its own lease from someone else's", async () => {
    const { api, client } = clientUnderTest();
    const { uuid } = await client.create(BODY);
    api.mishap = ({ method }) => (method === "PUT" ? "answer-lost" : null);

    await expect(client.report(uuid, { status: 3 })).rejects.toThrow("does not answer");
    expect(api.log.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });

  test("taking a document is retried if the call was rejected with 429", async () => {
    const { api, client } = clientUnderTest();
    const { uuid } = await client.create(BODY);
    api.mishap = ({ method }, nth) =>
      method === "PUT" && nth === 1 ? problemAnswer(429, "too-many-requests") : null;

    expect(await client.report(uuid, { status: 3 })).toMatchObject({ status: 3 });
  });

  test("the record shows that the upload was cancelled", async () => {
    const { api, client } = clientUnderTest();
    const { uuid } = await client.create(BODY);
    api.mishap = ({ method }, nth) => (method === "DELETE" && nth === 1 ? "answer-lost" : null);

    expect(await client.delete(uuid)).toMatchObject({ status: 6 });
    await expect(client.delete(uuid)).rejects.toThrow("invalid-transition");
  });

  test("a deletion keeps its reason if its response is lost", async () => {
    const { api, client } = clientUnderTest();
    const { uuid, uploadSignedUrl } = await client.create(BODY);
    await api.fetch(uploadSignedUrl ?? "", { method: "PUT", body: "content" });
    await client.report(uuid, { status: 2 });
    api.mishap = ({ method }, nth) => (method === "DELETE" && nth === 1 ? "answer-lost" : null);

    expect(await client.delete(uuid, { reason: "duplicate" })).toMatchObject({ status: 8 });
    const call = `DELETE /external-api/staged-documents/${uuid}?reason=duplicate`;
    expect(api.log.filter((line) => line.startsWith("DELETE"))).toEqual([call, call]);
  });

  test("a rotation is not retried", async () => {
    const { api, client } = clientUnderTest();
    api.mishap = () => "answer-lost";
    await failureOf(client.rotateWebhookSecret());

    expect(api.calls).toHaveLength(1);
  });
});

describe("an abort", () => {
  test("prevents a call that has not started yet and throws the reason", async () => {
    const { api, client } = clientUnderTest();
    const reason = new Error("enough");

    await expect(client.get("uuid-1", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(api.calls).toEqual([]);
  });

  test("ends the pause before a retry", async () => {
    const abort = new AbortController();
    const { api, client } = clientUnderTest(() => abort.abort(new Error("enough")));
    api.mishap = () => "unreachable";

    await expect(client.get("uuid-1", { signal: abort.signal })).rejects.toThrow("enough");
    expect(api.calls).toHaveLength(1);
  });
});

async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallFailure) return error;
  throw new Error("a CallFailure was expected", { cause: error });
}
