import { describe, expect, test } from "vitest";
import { DELETION_REASONS } from "@/lib/documents/rules/deletion-reasons";
import { problem } from "@/lib/http/core/schemas";
import {
  stagedDocumentPage,
  stagedDocumentRecord,
} from "@/lib/http/documents/external-api-schemas";
import type { Scope } from "@/lib/kernel/rules/actor";
import { prepareApi } from "../testing/api.fixture";
import { DOCUMENTS, documentCalls } from "../testing/document-calls.fixture";

const api = prepareApi();

const CLASSIFICATION = {
  documentClass: "lease",
  score: 0.93,
  language: "de",
  pages: 2,
  fields: [{ name: "rent", value: "1.200 €", score: 0.7, page: 1, text: "Miete: 1.200 €" }],
  processor: "classifier/1.0",
};
const FAILURE = { code: "unreadable-pages", message: "Pages 2 and 3 are empty." };

const { at, put, read } = documentCalls(api);
const keyOf = (...scopes: Scope[]) => api.makeKey(scopes);

async function refusedPointers(call: ReturnType<typeof put>) {
  const answer = await call;
  expect(answer).toMatchObject({ status: 422, body: { code: "validation-failed" } });
  return problem.parse(answer.body).errors.map(({ pointer }) => pointer);
}

describe("processing", () => {
  test("takes a document and sends it to review with results, and a reviewer approves the corrected results", async () => {
    const [processor, reviewer] = [
      await keyOf("documents:process"),
      await keyOf("documents:review"),
    ];
    const uuid = await at(2);
    expect(await put(uuid, { status: 3 }, processor)).toMatchObject({
      status: 200,
      body: { status: 3, classification: null },
    });
    const reviewed = { status: 4, classification: CLASSIFICATION };
    const answer = await put(uuid, reviewed, processor);
    expect(stagedDocumentRecord.parse(answer.body)).toMatchObject(reviewed);
    const corrected = { ...CLASSIFICATION, documentClass: "addendum", fields: [] };
    await put(uuid, { status: 5, classification: corrected }, reviewer);
    expect(await read(uuid)).toMatchObject({ status: 5, classification: corrected, failure: null });
  });

  test("marks what a reviewer changed, and ignores what a program says about people", async () => {
    const uuid = await at(3);
    const claim = { setBy: "reviewer:1", read: { value: "x", score: 1 } };
    const [rent] = CLASSIFICATION.fields;
    const claimed = { ...CLASSIFICATION, fields: [{ ...rent, ...claim }] };
    await put(uuid, { status: 4, classification: claimed });
    expect(await read(uuid)).toMatchObject({ classification: CLASSIFICATION });
    expect((await read(uuid)).classification?.fields[0]).not.toHaveProperty("setBy");
    const added = { name: "tenant", value: "Ada", score: 0.5, page: 1, text: null };
    const corrected = {
      ...CLASSIFICATION,
      fields: [
        { ...rent, value: "1.300 €", method: "own" },
        { ...added, method: "own" },
      ],
      absentFields: [{ name: "landlord" }],
    };
    await put(uuid, { status: 5, classification: corrected });
    const setBy = expect.stringMatching(/^api-key:/);
    const { classification } = await read(uuid);
    expect(classification).toMatchObject({
      fields: [
        { method: "person", setBy, score: 0.7, read: { value: "1.200 €", score: 0.7 } },
        { method: "person", setBy, read: null },
      ],
      absentFields: [{ name: "landlord", setBy, read: null }],
    });
    expect(classification).not.toHaveProperty("documentClassSetBy");
  });

  test("sends a failure to review; processing the document again clears the failure and keeps the results", async () => {
    const uuid = await at(3);
    await put(uuid, { status: 4, failure: FAILURE, classification: CLASSIFICATION });
    expect(await read(uuid)).toMatchObject({ status: 4, failure: FAILURE });
    await put(uuid, { status: 3 });
    expect(await read(uuid)).toMatchObject({ failure: null, classification: CLASSIFICATION });
  });

  test("approves a document without a review and stores the results", async () => {
    const uuid = await at(3);
    await put(
      uuid,
      { status: 5, classification: CLASSIFICATION },
      await keyOf("documents:process"),
    );
    expect(await read(uuid)).toMatchObject({ status: 5, classification: CLASSIFICATION });
  });

  test("gives a document to only one of two concurrent callers, and the other gets 409", async () => {
    const uuid = await at(2);
    const keys = await Promise.all([keyOf("documents:process"), keyOf("documents:process")]);
    const answers = await Promise.all(keys.map((key) => put(uuid, { status: 3 }, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(uuid)).status).toBe(3);
  });

  test("records the given reason for a failed upload, or a default reason", async () => {
    const [reported, unreported] = [await at(1), await at(1)];
    const failure = { code: "scanner-jammed", message: "The scanner jammed at page 4." };
    await put(reported, { status: 6, failure });
    expect((await read(reported)).failure).toEqual(failure);
    await put(unreported, { status: 6 });
    expect((await read(unreported)).failure?.code).toBe("upload-reported-failed");
  });
});

describe("an invalid report", () => {
  test("a key with documents:write cannot set the status to 3, 4 or 5", async () => {
    const [key, uuid] = [await keyOf("documents:write"), await at(2)];
    const code = "status-not-settable";
    expect(await put(uuid, { status: 5 }, key)).toMatchObject({ status: 422, body: { code } });
    expect(await put(uuid, { status: 3 }, key)).toMatchObject({ status: 422, body: { code } });
    const reviewed = { status: 4, classification: CLASSIFICATION };
    expect(await put(uuid, reviewed, key)).toMatchObject({ status: 422, body: { code } });
    expect((await read(uuid)).status).toBe(2);
  });

  test("a key with documents:process cannot review, and a key with documents:review cannot process", async () => {
    const [processor, reviewer] = [
      await keyOf("documents:process"),
      await keyOf("documents:review"),
    ];
    expect((await put(await at(4), { status: 5 }, processor)).status).toBe(409);
    expect((await put(await at(4), { status: 3 }, processor)).status).toBe(409);
    expect((await put(await at(2), { status: 3 }, reviewer)).status).toBe(409);
  });

  test("status 4 without results returns 422", async () => {
    expect(await refusedPointers(put(await at(3), { status: 4 }))).toEqual(["#/classification"]);
  });

  test.each([2, 3, 6, 8])("results with status %i return 422 and a pointer", async (status) => {
    const body = { status, classification: CLASSIFICATION };
    expect(await refusedPointers(put(await at(2), body))).toEqual(["#/classification"]);
  });

  test.each([2, 3, 5, 8])("a failure with status %i returns 422 and a pointer", async (status) => {
    expect(await refusedPointers(put(await at(2), { status, failure: FAILURE }))).toEqual([
      "#/failure",
    ]);
  });

  test("every invalid part of the results is listed", async () => {
    const fields = [{ ...CLASSIFICATION.fields[0], score: 7, extra: 1 }];
    const classification = { ...CLASSIFICATION, fields, pages: 0 };
    const pointers = await refusedPointers(put(await at(3), { status: 4, classification }));
    expect(pointers.toSorted()).toEqual([
      "#/classification/fields/0/extra",
      "#/classification/fields/0/score",
      "#/classification/pages",
    ]);
  });

  test("results larger than 64 KiB return 413", async () => {
    const text = "x".repeat(4000);
    const fields = Array(20).fill({ name: "a", value: text, score: 1, page: 1, text });
    const classification = { ...CLASSIFICATION, fields };
    expect((await put(await at(3), { status: 4, classification })).status).toBe(413);
  });
});

describe("deletion", () => {
  const outcomes = [
    { from: 1, status: 200, becomes: 6 },
    { from: 2, status: 200, becomes: 8 },
    { from: 3, status: 200, becomes: 8 },
    { from: 4, status: 200, becomes: 8 },
    { from: 5, status: 409, becomes: 5 },
    { from: 6, status: 409, becomes: 6 },
    { from: 8, status: 200, becomes: 8 },
  ] as const;

  test.each(outcomes)(
    "returns $status for a document at status $from, even when repeated",
    async ({ from, status, becomes }) => {
      const uuid = await at(from);
      const remove = () => api.call("DELETE", `${DOCUMENTS}/${uuid}`);
      const first = await remove();
      expect(first.status).toBe(status);
      if (status === 409) expect(first.body).toMatchObject({ code: "invalid-transition" });
      else expect(stagedDocumentRecord.parse(first.body).status).toBe(becomes);
      const repeated = await remove();
      expect(repeated.status).toBe(becomes === 8 ? 200 : 409);
      if (becomes === 8) expect(repeated.body).toEqual(first.body);
      expect((await read(uuid)).status).toBe(becomes);
    },
  );

  test("keeps its reason in the record and the list, and a repeat does not change it", async () => {
    const uuid = await at(4);
    const remove = (reason: string) => api.call("DELETE", `${DOCUMENTS}/${uuid}?reason=${reason}`);
    const deletion = { reason: "other", note: null };
    expect(await remove("other")).toMatchObject({ status: 200, body: { deletion } });
    expect(await remove("duplicate")).toMatchObject({ status: 200, body: { deletion } });
    expect((await read(uuid)).deletion).toEqual(deletion);
    const list = await api.call("GET", `${DOCUMENTS}?status=8&limit=1000`);
    const { items } = stagedDocumentPage.parse(list.body);
    expect(items.find((item) => item.uuid === uuid)?.deletion).toEqual(deletion);
  });

  test("by a report of 8 has no reason", async () => {
    const uuid = await at(4);
    expect((await read(uuid)).deletion).toBeNull();
    const { body } = await put(uuid, { status: 8 });
    expect(stagedDocumentRecord.parse(body).deletion).toEqual({ reason: null, note: null });
  });

  test("with an unknown reason returns 422, lists the reasons and deletes nothing", async () => {
    const uuid = await at(4);
    const refused = await api.call("DELETE", `${DOCUMENTS}/${uuid}?reason=boring`);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ detail: expect.stringContaining(DELETION_REASONS.join(", ")) }] },
    });
    expect((await read(uuid)).status).toBe(4);
  });

  test("ignores parameters that it does not know, also repeated ones", async () => {
    const uuid = await at(4);
    const { status } = await api.call("DELETE", `${DOCUMENTS}/${uuid}?force=1&force=2&_=3`);
    expect(status).toBe(200);
  });

  test("is recorded as a failure if the upload was pending", async () => {
    const uuid = await at(1);
    await api.call("DELETE", `${DOCUMENTS}/${uuid}`);
    expect((await read(uuid)).failure?.code).toBe("cancelled");
  });

  test("returns 404 for an unknown document", async () => {
    const unknown = `${DOCUMENTS}/00000000-0000-7000-8000-000000000000`;
    expect((await api.call("DELETE", unknown)).status).toBe(404);
  });
});
