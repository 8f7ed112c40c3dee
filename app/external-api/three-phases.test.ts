import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createdStagedDocument,
  stagedDocumentRecord,
  statusChangePage,
} from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi();

const upload = (url: string, bytes: Uint8Array<ArrayBuffer> | string) =>
  fetch(url, { method: "PUT", body: bytes });
const report = (uuid: string, status: unknown) =>
  api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status } });

describe("the three phases", () => {
  test("creating a document returns 201 with the whole record, its URL and a signed upload URL", async () => {
    const answer = await api.call("POST", DOCUMENTS, {
      body: { assetIdentifier: "BLD-0001", name: "lease.pdf" },
    });

    expect(answer.status).toBe(201);
    const record = createdStagedDocument.parse(answer.body);
    expect(record).toMatchObject({
      assetIdentifier: "BLD-0001",
      name: "lease.pdf",
      status: 1,
      statusName: "waiting_for_upload",
      url: `http://127.0.0.1:3000${DOCUMENTS}/${record.uuid}`,
      file: null,
      duplicateOf: null,
      deletion: null,
      failure: null,
    });
    expect(answer.headers.get("location")).toBe(record.url);
    expect(Date.parse(record.uploadExpiresAt ?? "") - Date.parse(record.createdAt)).toBe(3_600_000);
    expect(new URL(record.uploadSignedUrl).searchParams.get("X-Amz-SignedHeaders")).toBe("host");
  });

  test("after creating, uploading, reporting and reading, a download returns the uploaded bytes", async () => {
    const bytes = Uint8Array.from(randomBytes(200_000));
    const { uuid, uploadSignedUrl } = await api.create("lease.pdf");

    expect((await upload(uploadSignedUrl, bytes)).status).toBe(200);
    const reported = await report(uuid, 2);
    expect(reported.status).toBe(200);
    const record = stagedDocumentRecord.parse(reported.body);
    expect(record).toMatchObject({
      status: 2,
      uploadExpiresAt: null,
      file: { size: bytes.length, contentType: "application/octet-stream", sha256: null },
    });

    const read = await api.call("GET", `${DOCUMENTS}/${uuid}`);
    expect(read.body).toEqual(record);
    const content = await api.call("GET", `${DOCUMENTS}/${uuid}/content`);
    expect(content.status).toBe(307);
    const downloaded = await fetch(content.headers.get("location") ?? "");
    expect(downloaded.headers.get("content-disposition")).toContain(
      'attachment; filename="lease.pdf"',
    );
    expect(sha256(new Uint8Array(await downloaded.arrayBuffer()))).toBe(sha256(bytes));
  });
});

describe("reading", () => {
  test("the history contains every status change with actor and reason, oldest first and in pages", async () => {
    const { uuid, uploadSignedUrl } = await api.create();
    await upload(uploadSignedUrl, "bytes");
    await report(uuid, 2);

    const first = await api.call("GET", `${DOCUMENTS}/${uuid}/status-changes?limit=1`);
    const firstPage = statusChangePage.parse(first.body);
    expect(firstPage.items).toMatchObject([
      {
        previousStatus: null,
        currentStatus: 1,
        reason: "created",
        notified: false,
        sequence: null,
      },
    ]);
    const cursor = firstPage.nextCursor;
    const second = await api.call("GET", `${DOCUMENTS}/${uuid}/status-changes?cursor=${cursor}`);
    const secondPage = statusChangePage.parse(second.body);
    expect(secondPage.items).toMatchObject([
      { previousStatus: 1, currentStatus: 2, reason: "reported", actor: firstPage.items[0]?.actor },
    ]);
    expect(secondPage.nextCursor).toBeNull();
  });

  test("an identifier that no asset has is kept", async () => {
    const body = { assetIdentifier: "not created yet", name: "a.pdf" };
    const answer = await api.call("POST", DOCUMENTS, { body });
    expect(answer).toMatchObject({ status: 201, body: { assetIdentifier: "not created yet" } });
  });

  test("never returns an upload URL", async () => {
    const { uuid } = await api.create();
    const answer = await api.call("GET", `${DOCUMENTS}/${uuid}`);
    expect(JSON.stringify(answer.body)).not.toContain("X-Amz-");
    stagedDocumentRecord.parse(answer.body);
  });

  test("a uuid is also found in upper case", async () => {
    const { uuid } = await api.create();
    const answer = await api.call("GET", `${DOCUMENTS}/${uuid.toUpperCase()}`);
    expect(answer).toMatchObject({ status: 200, body: { uuid } });
  });

  test("HEAD returns the same status and headers as GET", async () => {
    const { uuid } = await api.create();
    expect((await api.call("HEAD", `${DOCUMENTS}/${uuid}`)).status).toBe(200);
    expect((await api.call("HEAD", `${DOCUMENTS}/${UNKNOWN}`)).status).toBe(404);
  });
});

describe("the number of SQL statements for a request", () => {
  test("is one for each of creating, reporting and reading, if the key is cached", async () => {
    const { uuid, uploadSignedUrl } = await api.create();
    await upload(uploadSignedUrl, "bytes");

    const body = { assetIdentifier: "A", name: "a.pdf" };
    expect(await statementsOf((key) => api.call("POST", DOCUMENTS, { key, body }))).toEqual([
      expect.stringContaining("INSERT INTO status_change"),
    ]);
    const path = `${DOCUMENTS}/${uuid}`;
    expect(await statementsOf((key) => api.call("GET", path, { key }))).toEqual([
      expect.stringContaining("SELECT"),
    ]);
    const reported = { status: 2 };
    expect(await statementsOf((key) => api.call("PUT", path, { key, body: reported }))).toEqual([
      expect.stringMatching(/UPDATE staged_document[\s\S]*INSERT INTO status_change/),
    ]);
  });

  /** Returns the statements of a call whose key was looked up just before, so that it is cached on a busy machine, too. */
  async function statementsOf(call: (key: string) => Promise<unknown>) {
    const key = await api.makeKey(["documents:read", "documents:write"]);
    await api.call("GET", `${DOCUMENTS}/${UNKNOWN}`, { key });
    api.statements();
    await call(key);
    return api.statements();
  }

  test("increases by exactly one once the cached check of the key has expired", async () => {
    const key = await api.makeKey(["documents:write"]);
    api.statements();
    const body = { assetIdentifier: "A", name: "a.pdf" };
    await api.call("POST", DOCUMENTS, { key, body });
    expect(api.statements()).toEqual([
      expect.stringContaining("FROM api_key"),
      expect.stringContaining("INSERT INTO status_change"),
    ]);
    const { uuid } = await api.create();
    const reader = await api.makeKey(["documents:read"]);
    api.statements();
    await api.call("GET", `${DOCUMENTS}/${uuid}`, { key: reader });
    expect(api.statements()).toHaveLength(2);
    const writer = await api.makeKey(["documents:write"]);
    api.statements();
    await api.call("PUT", `${DOCUMENTS}/${uuid}`, { key: writer, body: { status: 6 } });
    expect(api.statements()).toHaveLength(3);
  });
});

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
