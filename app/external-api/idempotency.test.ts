import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import {
  createdStagedDocument,
  replayedStagedDocument,
} from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const BODY = { assetIdentifier: "A", name: "a.pdf" };
const api = prepareApi();

const create = (idempotencyKey: string, body: unknown = BODY, key = api.key) =>
  api.call("POST", DOCUMENTS, { key, body, headers: { "idempotency-key": idempotencyKey } });

async function countDocuments() {
  const { rows } = await api.container.database.pool.query<{ count: string }>(
    "SELECT count(*) FROM staged_document",
  );
  return Number(rows[0]?.count);
}

describe("a repeated creation", () => {
  test("returns 201 with the same record, a working URL and the header that marks a repeat", async () => {
    const first = await create("replay");
    const second = await create("replay");
    expect(first.status).toBe(201);
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    expect(second.status).toBe(201);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const { uploadSignedUrl: _, ...record } = createdStagedDocument.parse(first.body);
    const { uploadSignedUrl, ...replayed } = createdStagedDocument.parse(second.body);
    expect(replayed).toEqual(record);
    expect(second.headers.get("location")).toBe(record.url);
    expect((await fetch(uploadSignedUrl, { method: "PUT", body: "bytes" })).status).toBe(200);
  });

  test("returns the record as it is now, and no URL once the upload has been reported", async () => {
    const first = createdStagedDocument.parse((await create("later")).body);
    await api.call("PUT", `${DOCUMENTS}/${first.uuid}`, { body: { status: 6 } });
    const replayed = replayedStagedDocument.parse((await create("later")).body);
    expect(replayed).toMatchObject({ uuid: first.uuid, status: 6 });
    expect(replayed.uploadSignedUrl).toBeUndefined();
  });

  test("returns 409 if the body is different, but not if it is only formatted differently", async () => {
    await create("reused");
    const answer = await create("reused", { ...BODY, name: "b.pdf" });
    expect(answer).toMatchObject({ status: 409, body: { code: "idempotency-key-reused" } });
    const reordered = '{ "name": "a.pdf",\n "assetIdentifier": "\\u0041" }';
    expect((await create("reused", reordered)).status).toBe(201);
  });

  test("sent twenty times concurrently creates a single document", async () => {
    const before = await countDocuments();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create("twenty")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const records = answers.map(({ body }) => createdStagedDocument.parse(body));
    expect(new Set(records.map(({ uuid }) => uuid)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.has("idempotency-replayed"));
    expect(replayed).toHaveLength(19);
    expect(await countDocuments()).toBe(before + 1);
  });

  test("creates another document if the API key is different", async () => {
    const other = await api.makeKey(["documents:write"]);
    const mine = createdStagedDocument.parse((await create("shared")).body);
    const answer = await create("shared", { ...BODY, name: "other.pdf" }, other);
    expect(answer.headers.has("idempotency-replayed")).toBe(false);
    expect(createdStagedDocument.parse(answer.body).uuid).not.toBe(mine.uuid);
  });

  test("creates another document after 24 hours", async () => {
    const first = createdStagedDocument.parse((await create("yesterday")).body);
    await api.container.database.pool.query(
      "UPDATE idempotency_key SET created_at = created_at - interval '24 hours' WHERE key = 'yesterday'",
    );
    const second = await create("yesterday", { ...BODY, name: "b.pdf" });
    expect(second.headers.has("idempotency-replayed")).toBe(false);
    expect(createdStagedDocument.parse(second.body).uuid).not.toBe(first.uuid);
  });
});

describe("the idempotency key", () => {
  test.each(["x".repeat(256), "ü", "a\tb", ""])(
    "returns 422 with a pointer to its header for %j",
    async (key) => {
      const before = await countDocuments();
      const answer = await create(key);
      expect(answer.status).toBe(422);
      expect(problem.parse(answer.body).errors).toMatchObject([{ pointer: "#/Idempotency-Key" }]);
      expect(await countDocuments()).toBe(before);
    },
  );

  test.each(["x".repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "a b ~!", "'; --"])(
    "is accepted if it is %s",
    async (key) => {
      expect((await create(key)).status).toBe(201);
      expect((await create(key)).headers.get("idempotency-replayed")).toBe("true");
    },
  );

  test("can be used again if the creation was rejected", async () => {
    expect((await create("refused", { ...BODY, name: "" })).status).toBe(422);
    expect((await create("refused")).headers.has("idempotency-replayed")).toBe(false);
  });
});

test("a creation runs one SQL statement, and a repeated one runs two", async () => {
  await create("warm");
  api.statements();
  await create("counted");
  expect(api.statements()).toEqual([expect.stringMatching(/idempotency_key[\s\S]*status_change/)]);
  await create("counted");
  expect(api.statements()).toEqual([
    expect.stringContaining("INSERT INTO idempotency_key"),
    expect.stringMatching(/^\s*SELECT/),
  ]);
});
