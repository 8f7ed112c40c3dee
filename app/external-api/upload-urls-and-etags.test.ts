import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi();

const renew = (uuid: string) => api.call("POST", `${DOCUMENTS}/${uuid}/upload-url`);

describe("a new upload URL", () => {
  test("works after the first one has expired, and the upload is reported as usual", async () => {
    const { uuid } = await makeDocumentAt(api.container.ports, 1); // The first URL expires immediately.
    const answer = await renew(uuid);
    expect(answer.status).toBe(200);
    const record = createdStagedDocument.parse(answer.body);
    expect(Date.parse(record.uploadExpiresAt ?? "")).toBeGreaterThan(Date.now() + 3_590_000);
    const put = await fetch(record.uploadSignedUrl, { method: "PUT", body: "bytes" });
    expect(put.status).toBe(200);
    const reported = await api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 2 } });
    expect(reported).toMatchObject({ status: 200, body: { file: { size: 5 } } });
  });

  test("runs one SQL statement and does not change the history", async () => {
    const { uuid } = await makeDocumentAt(api.container.ports, 1);
    await renew(uuid);
    api.statements();
    await renew(uuid);
    expect(api.statements()).toEqual([expect.stringContaining("UPDATE staged_document")]);
    const history = await api.call("GET", `${DOCUMENTS}/${uuid}/status-changes`);
    expect(history.body).toMatchObject({ items: [{ currentStatus: 1 }], nextCursor: null });
  });

  test.each([2, 3, 4, 5, 6, 8] as const)(
    "returns 409 upload-not-awaited at status %i",
    async (status) => {
      const { uuid } = await makeDocumentAt(api.container.ports, status);
      expect(await renew(uuid)).toMatchObject({
        status: 409,
        body: { code: "upload-not-awaited" },
      });
    },
  );

  test.each(["00000000-0000-7000-8000-000000000000", "nonsense"])(
    "returns 404 for %s",
    async (uuid) => {
      expect(await renew(uuid)).toMatchObject({
        status: 404,
        body: { code: "staged-document-not-found" },
      });
    },
  );
});

describe("the ETag of a document", () => {
  test("returns 304 until anything in the record changes", async () => {
    const { uuid } = await makeDocumentAt(api.container.ports, 1);
    const get = (headers: Record<string, string> = {}) =>
      api.call("GET", `${DOCUMENTS}/${uuid}`, { headers });
    let etag = (await get()).headers.get("etag") ?? "";
    const changes = [() => renew(uuid), () => api.call("DELETE", `${DOCUMENTS}/${uuid}`)];
    for (const change of changes) {
      expect(await get({ "if-none-match": etag })).toMatchObject({ status: 304, body: null });
      await change();
      const changed = await get({ "if-none-match": etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(etag);
      etag = changed.headers.get("etag") ?? "";
    }
  });

  test("is not returned to keys that cannot read the document", async () => {
    const { uuid } = await makeDocumentAt(api.container.ports, 1);
    const key = await api.makeKey(["documents:write"]);
    const headers = { "if-none-match": "*" };
    const answer = await api.call("GET", `${DOCUMENTS}/${uuid}`, { key, headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.has("etag")).toBe(false);
  });
});
