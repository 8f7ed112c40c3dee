import { describe, expect, test } from "vitest";
import { hashApiKey } from "@/lib/accounts/use-cases/api-keys";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi();

const create = (key: string | null, headers: Record<string, string> = {}) =>
  api.call("POST", DOCUMENTS, { key, headers, body: { assetIdentifier: "A", name: "a.pdf" } });

describe("a call", () => {
  test("without a key returns 401 and explains how to send one", async () => {
    const answer = await create(null);
    expect(answer).toMatchObject({ status: 401, body: { code: "authentication-required" } });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  test.each([
    "Bearer",
    "Bearer short",
    "Basic YTpi",
    `Bearer ${"k".repeat(201)}`,
    `Bearer sd_${"ü".repeat(40)}`,
  ])("with the header %j returns 401", async (authorization) => {
    const answer = await create(null, { authorization });
    expect(answer).toMatchObject({ status: 401, body: { code: "invalid-api-key" } });
  });

  test("with an unknown key returns 401 every time", async () => {
    const unknown = `sd_${"a".repeat(43)}`;
    expect((await create(unknown)).status).toBe(401);
    expect((await create(unknown)).status).toBe(401);
  });

  test("with an expired key returns 401 and says when the key expired", async () => {
    const key = await api.makeKey(SCOPES, new Date("2026-01-01T00:00:00Z"));
    const answer = await create(key);
    expect(answer).toMatchObject({ status: 401, body: { code: "invalid-api-key" } });
    expect(JSON.stringify(answer.body)).toContain("2026-01-01");
  });

  test("with a revoked key is rejected within five seconds, even if the key was used before", async () => {
    const key = await api.makeKey(SCOPES);
    expect((await create(key)).status).toBe(201);
    await api.container.database.pool.query(
      "UPDATE api_key SET revoked_at = now() WHERE hash = $1",
      [hashApiKey(key)],
    );
    await expect
      .poll(async () => (await create(key)).status, { timeout: 5_000, interval: 100 })
      .toBe(401);
  });

  const reportOf6: Record<Scope, number> = {
    "documents:read": 403,
    "documents:write": 200,
    "documents:review": 422,
    "documents:process": 422,
    "documents:erase": 403,
    "configuration:read": 403,
    "configuration:write": 403,
  };

  test.each(SCOPES)(
    "with a key that has only %s succeeds only if the call needs that scope",
    async (scope) => {
      const { uuid } = await api.create();
      const key = await api.makeKey([scope]);
      const canRead = scope === "documents:read";
      const canWrite = scope === "documents:write";
      expect((await create(key)).status).toBe(canWrite ? 201 : 403);
      expect((await api.call("GET", `${DOCUMENTS}/${uuid}`, { key })).status).toBe(
        canRead ? 200 : 403,
      );
      expect((await api.call("GET", `${DOCUMENTS}/${uuid}/content`, { key })).status).toBe(
        canRead ? 409 : 403,
      );
      expect((await api.call("GET", `${DOCUMENTS}/${uuid}/status-changes`, { key })).status).toBe(
        canRead ? 200 : 403,
      );
      const report = await api.call("PUT", `${DOCUMENTS}/${uuid}`, { key, body: { status: 6 } });
      expect(report.status).toBe(reportOf6[scope]);
    },
  );
});

describe("signed upload URLs", () => {
  const put = (url: string) => fetch(url, { method: "PUT", body: "bytes" });
  const edited = (url: string, edit: (url: URL) => void) => {
    const copy = new URL(url);
    edit(copy);
    return copy.href;
  };

  test("return 403 and store nothing if their signature, lifetime or key was changed", async () => {
    const mine = await api.create();
    const other = await api.create();
    const forged = [
      edited(mine.uploadSignedUrl, (url) => url.searchParams.set("X-Amz-Expires", "604800")),
      edited(mine.uploadSignedUrl, (url) =>
        url.searchParams.set("X-Amz-Signature", "0".repeat(64)),
      ),
      edited(mine.uploadSignedUrl, (url) => {
        url.pathname = new URL(other.uploadSignedUrl).pathname;
      }),
    ];
    for (const url of forged) expect((await put(url)).status).toBe(403);
    for (const { uuid } of [mine, other]) {
      const report = await api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 2 } });
      expect(report.body).toMatchObject({ code: "file-not-uploaded" });
    }
  });

  test("return 403 once they have expired", async () => {
    const { storage } = api.container.ports;
    const signedAt = new Date(Date.now() - 61_000);
    const url = await storage.signUpload("staged/expired", {
      signedAt,
      expiresInSeconds: 60,
      sizeBytes: null,
    });
    expect((await put(url)).status).toBe(403);
  });

  test("cannot be used to read, delete or copy", async () => {
    const { uploadSignedUrl } = await api.create();
    await put(uploadSignedUrl);
    expect((await fetch(uploadSignedUrl)).status).toBe(403);
    expect((await fetch(uploadSignedUrl, { method: "DELETE" })).status).toBe(403);
    const headers = { "x-amz-copy-source": "/stagedoor/documents/other" };
    expect((await fetch(uploadSignedUrl, { method: "PUT", headers })).status).toBe(403);
  });
});
