import { describe, expect, test } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { awaitedUpload, documentRow } from "@/lib/http/documents/cockpit-schemas";
import { documentRows } from "@/lib/http/documents/document-list-schemas";
import { statusChangePage } from "@/lib/http/documents/external-api-schemas";
import {
  aFile,
  codeOf,
  DOCUMENTS,
  prepareCockpitDocuments,
  uploadTo,
} from "../../testing/cockpit-documents.fixture";

const { api, call, announceCall, announce, userId } = prepareCockpitDocuments();

describe("a new file", () => {
  test("becomes a document that is waiting for its upload and keeps the folder of the file", async () => {
    const { uuid, path: _, upload: __, ...row } = await announce({ folder: "leases/2026" });
    expect(row).toEqual({
      assetIdentifier: expect.any(String),
      name: "lease.pdf",
      folder: "leases/2026",
      status: 1,
      size: null,
      contentType: null,
      hasContent: false,
      run: null,
      failure: null,
      deletion: null,
      createdAt: expect.any(String),
      updatedAt: row.createdAt,
      uploadExpiresAt: expect.any(String),
    });
    const ofApi = await api.call("GET", `/external-api/staged-documents/${uuid}`);
    expect(ofApi.status).toBe(200);
    expect(ofApi.body).not.toHaveProperty("folder");
  });

  test("accepts exactly the declared number of bytes", async () => {
    const { upload, path } = await announce();
    expect(await upload("six by")).toBe(403);
    expect(await upload("8 bytes.")).toBe(403);
    expect(codeOf(await call("PUT", path, { status: 2 }))).toBe("file-not-uploaded");
    expect(await upload("content")).toBe(200);
    const { status, body } = await call("PUT", path, { status: 2 });
    expect(status).toBe(200);
    expect(documentRow.parse(body)).toMatchObject({ status: 2, size: 7, hasContent: true });
  });

  test.each([
    [0, "file-empty", "The file is empty (0 bytes)"],
    [101, "file-too-large", "The file is 101 bytes. The limit is 100"],
  ])(
    "is rejected with an error that names the file if its size is %i bytes, and nothing is written",
    async (size, code, words) => {
      const file = aFile({ size });
      const answer = await announceCall(file);
      expect(answer.status).toBe(409);
      expect(cockpitProblem.parse(answer.body)).toMatchObject({
        code,
        detail: expect.stringContaining(words),
      });
      const query = new URLSearchParams({ assetIdentifier: file.assetIdentifier });
      const { body } = await call("GET", `${DOCUMENTS}?${query}`);
      expect(documentRows.parse(body).items).toEqual([]);
    },
  );

  test("requires an idempotency key and valid values", async () => {
    const withoutKey = await call("POST", DOCUMENTS, aFile());
    expect(withoutKey.status).toBe(422);
    expect(cockpitProblem.parse(withoutKey.body).errors).toMatchObject([
      { pointer: "#/Idempotency-Key" },
    ]);
    const wrong = await announceCall({ ...aFile({ folder: "a\nb", size: -1 }), name: "a/b" });
    expect(cockpitProblem.parse(wrong.body).errors.map(({ pointer }) => pointer)).toEqual([
      "#/name",
      "#/folder",
      "#/size",
    ]);
  });

  test("is attributed to the administrator in the history", async () => {
    const { uuid } = await announce();
    const changes = `/external-api/staged-documents/${uuid}/status-changes`;
    const { items } = statusChangePage.parse((await api.call("GET", changes)).body);
    expect(items).toMatchObject([{ actor: `administrator:${userId()}` }]);
  });
});

describe("a repeated creation", () => {
  test("with the same key returns the same document with a working URL", async () => {
    const key = crypto.randomUUID();
    const file = aFile({ folder: "leases" });
    const first = await announce(file, key);
    const again = await announce(file, key);
    expect(again.uuid).toBe(first.uuid);
    expect(await again.upload("six by")).toBe(403);
    expect(await again.upload("content")).toBe(200);
  });

  test.each([{ size: 8 }, { folder: null }, { name: "other.pdf" }])(
    "is rejected if the key is the same but the file differs (%j)",
    async (other) => {
      const key = crypto.randomUUID();
      const file = aFile({ folder: "leases" });
      await announce(file, key);
      expect(codeOf(await announceCall({ ...file, ...other }, key))).toBe("idempotency-key-reused");
    },
  );
});

describe("a failed upload", () => {
  test("can be reported repeatedly, with a reason", async () => {
    const { path } = await announce();
    const failure = { code: "network-lost", message: "The connection broke off at 40 %." };
    for (const _ of ["once", "again"]) {
      const { status, body } = await call("PUT", path, { status: 6, failure });
      expect(status).toBe(200);
      expect(documentRow.parse(body)).toMatchObject({ status: 6, failure, uploadExpiresAt: null });
    }
  });

  test("cannot be reported with a reason and status 2, or with status 5", async () => {
    const { path } = await announce();
    const failure = { code: "a", message: "b" };
    expect((await call("PUT", path, { status: 2, failure })).status).toBe(422);
    expect((await call("PUT", path, { status: 5 })).status).toBe(422);
  });

  test("can no longer be reported as successful", async () => {
    const { path } = await announce();
    await call("PUT", path, { status: 6 });
    expect(codeOf(await call("PUT", path, { status: 2 }))).toBe("invalid-transition");
  });
});

describe("a new upload URL", () => {
  test("accepts exactly the given size", async () => {
    const { path } = await announce();
    const { status, body } = await call("POST", `${path}/upload-url`, { size: 3 });
    expect(status).toBe(200);
    const upload = uploadTo(awaitedUpload.parse(body).uploadSignedUrl);
    expect(await upload("content")).toBe(403);
    expect(await upload("abc")).toBe(200);
  });

  test("is denied for an impossible size, or if no upload is pending", async () => {
    const { path } = await announce();
    const ask = (size: number) => call("POST", `${path}/upload-url`, { size });
    expect(codeOf(await ask(0))).toBe("file-empty");
    expect(codeOf(await ask(101))).toBe("file-too-large");
    await call("DELETE", path);
    expect(codeOf(await ask(7))).toBe("upload-not-awaited");
  });
});
