import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";
import { signInForTest } from "../testing/signed-in.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi();

async function makeApproved() {
  const { uuid, uploadSignedUrl } = await api.create();
  await fetch(uploadSignedUrl, { method: "PUT", body: "the content" });
  const path = `${DOCUMENTS}/${uuid}`;
  for (const status of [2, 5]) await api.call("PUT", path, { body: { status } });
  return { uuid, path, erasure: `${path}/content-erasure` };
}

const records = async (uuid: string) => {
  const { prisma } = api.container.database;
  const events = await prisma.documentEvent.findMany({ where: { documentUuid: uuid } });
  const audit = await prisma.auditEntry.findMany({ where: { subject: `document:${uuid}` } });
  return { events, audit };
};

describe("POST …/content-erasure", () => {
  test("returns the record and erases the content", async () => {
    const { uuid, path, erasure } = await makeApproved();
    const download = await api.call("GET", `${path}/content`);
    const answer = await api.call("POST", erasure, { body: { reason: "request 114" } });
    expect(answer.status).toBe(200);
    const record = stagedDocumentRecord.parse(answer.body);
    expect(record).toMatchObject({ uuid, status: 5, file: { size: 11 } });
    expect(record.file?.erasedAt).toMatch(/Z$/);
    expect(stagedDocumentRecord.parse((await api.call("GET", path)).body)).toEqual(record);
    const content = await api.call("GET", `${path}/content`);
    expect(content).toMatchObject({ status: 410, body: { code: "content-gone" } });
    expect((await fetch(download.headers.get("location") ?? "")).status).toBe(404);
  });

  test("is audited once with key, call and reason, even if it is repeated", async () => {
    const { uuid, erasure } = await makeApproved();
    const first = await api.call("POST", erasure, { body: { reason: "request 114" } });
    expect(await api.call("POST", erasure)).toMatchObject({ status: 200, body: first.body });
    const { events, audit } = await records(uuid);
    const author = { actor: expect.stringMatching(/^api-key:/), requestId: expect.any(String) };
    const reason = { reason: "request 114" };
    expect(events).toMatchObject([{ kind: "content-erased", ...author, details: reason }]);
    expect(audit).toMatchObject([{ action: "document-content-erased", ...author, after: reason }]);
  });

  test("writes no status change and sends no notification", async () => {
    const { path, erasure } = await makeApproved();
    const before = (await api.call("GET", `${path}/status-changes`)).body;
    const { body } = await api.call("POST", erasure);
    expect((await api.call("GET", `${path}/status-changes`)).body).toEqual(before);
    expect(stagedDocumentRecord.parse(body).status).toBe(5);
  });

  test("does not require a body", async () => {
    const { erasure } = await makeApproved();
    expect((await api.call("POST", erasure)).status).toBe(200);
  });

  test.each([
    ["an empty reason", { reason: "" }, "#/reason"],
    ["a reason that is too long", { reason: "x".repeat(501) }, "#/reason"],
    ["a line break", { reason: "a\nb" }, "#/reason"],
    ["an unknown property", { why: "so" }, "#/why"],
  ])("rejects %s and erases nothing", async (_what, body, pointer) => {
    const { path, erasure } = await makeApproved();
    const answer = await api.call("POST", erasure, { body });
    expect(problem.parse(answer.body)).toMatchObject({
      status: 422,
      code: "validation-failed",
      errors: [{ pointer }],
    });
    expect((await api.call("GET", `${path}/content`)).status).toBe(307);
  });

  test("is rejected for unfinished documents, with a message that says what to do", async () => {
    const { uuid } = await api.create();
    const answer = await api.call("POST", `${DOCUMENTS}/${uuid}/content-erasure`);
    expect(problem.parse(answer.body)).toMatchObject({
      status: 409,
      code: "content-not-erasable",
      detail: expect.stringContaining("delete"),
    });
  });

  test("erases a deleted document even before its retention period has passed", async () => {
    const { uuid, uploadSignedUrl } = await api.create();
    await fetch(uploadSignedUrl, { method: "PUT", body: "the content" });
    const path = `${DOCUMENTS}/${uuid}`;
    for (const status of [2, 8]) await api.call("PUT", path, { body: { status } });
    expect((await api.call("POST", `${path}/content-erasure`)).status).toBe(200);
    expect((await api.call("GET", `${path}/content`)).status).toBe(410);
  });

  test("requires the scope documents:erase, which documents:write does not include", async () => {
    const { path, erasure } = await makeApproved();
    const key = await api.makeKey(["documents:read", "documents:write", "documents:review"]);
    const answer = await api.call("POST", erasure, { key });
    expect(answer).toMatchObject({ status: 403, body: { code: "missing-scope" } });
    expect((await api.call("GET", `${path}/content`)).status).toBe(307);
  });
});

describe("POST /api/cockpit/documents/…/content-erasure", () => {
  const eraseContent = async (role: "administrator" | "reviewer") => {
    const { uuid, path } = await makeApproved();
    const { user, headers } = await signInForTest(api.container, role);
    const erasure = `/api/cockpit/documents/${uuid}/content-erasure`;
    const body = { reason: "asked for by the tenant" };
    const answer = await api.call("POST", erasure, { key: null, headers, body });
    return { uuid, path, user, answer };
  };

  test("erases the content for an administrator, who is named in the audit log", async () => {
    const { uuid, path, user, answer } = await eraseContent("administrator");
    expect(answer).toMatchObject({ status: 200, body: { uuid, status: 5, hasContent: false } });
    expect((await api.call("GET", `${path}/content`)).status).toBe(410);
    const { events, audit } = await records(uuid);
    expect(events).toMatchObject([{ actor: `administrator:${user.id}` }]);
    expect(audit).toMatchObject([{ actor: `administrator:${user.id}`, address: null }]);
  });

  test("is rejected for a reviewer", async () => {
    const { path, answer } = await eraseContent("reviewer");
    expect(answer).toMatchObject({ status: 403, body: { code: "missing-role" } });
    expect((await api.call("GET", `${path}/content`)).status).toBe(307);
  });
});
