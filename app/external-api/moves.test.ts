import { expect, test } from "vitest";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";
import { DOCUMENTS, documentCalls } from "../testing/document-calls.fixture";

const api = prepareApi();
const { at, read } = documentCalls(api);
const move = (uuid: string, body: unknown) =>
  api.call("PATCH", `${DOCUMENTS}/${uuid}`, { key: api.key, body });

test("PATCH moves a document to another asset, can be repeated, and adds nothing to the history", async () => {
  const uuid = await at(4);
  const before = await api.call("GET", `${DOCUMENTS}/${uuid}/status-changes`, { key: api.key });
  const answers = [
    await move(uuid, { assetIdentifier: "BLD-9" }),
    await move(uuid.toUpperCase(), { assetIdentifier: "BLD-9" }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(stagedDocumentRecord.parse(body)).toMatchObject({ assetIdentifier: "BLD-9", status: 4 });
  }
  expect(await read(uuid)).toMatchObject({ assetIdentifier: "BLD-9" });
  const after = await api.call("GET", `${DOCUMENTS}/${uuid}/status-changes`, { key: api.key });
  expect(after.body).toEqual(before.body);
});

test.each([1, 6, 8] as const)("a move at status %i returns 409", async (status) => {
  const uuid = await at(status);
  expect(await move(uuid, { assetIdentifier: "BLD-9" })).toMatchObject({
    status: 409,
    body: { code: "document-not-movable" },
  });
});

test.each([{}, { assetIdentifier: "" }, { assetIdentifier: "A", status: 5 }])(
  "a move with the body %j returns 422",
  async (body) => {
    expect(await move(await at(4), body)).toMatchObject({ status: 422 });
  },
);
