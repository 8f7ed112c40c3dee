import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi({ UPLOAD_SIZE_MAX_BYTES: "1000" });

const upload = (url: string, bytes: string) => fetch(url, { method: "PUT", body: bytes });
const report = (uuid: string, status: unknown) =>
  api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status } });

async function uploaded(bytes = "bytes") {
  const document = await api.create();
  expect((await upload(document.uploadSignedUrl, bytes)).status).toBe(200);
  return document;
}

async function historyOf(uuid: string) {
  const { rows } = await api.container.database.pool.query<{ to_status: number }>(
    "SELECT to_status FROM status_change WHERE document_uuid = $1 ORDER BY id",
    [uuid],
  );
  return rows.map((row) => row.to_status);
}

describe("statuses that nobody can set", () => {
  test.each([0, 1, 7, 9, -1, 1e15])("status %s returns 422 status-not-settable", async (status) => {
    const { uuid } = await uploaded();
    const answer = await report(uuid, status);
    expect(answer).toMatchObject({ status: 422, body: { code: "status-not-settable" } });
    expect(await historyOf(uuid)).toEqual([1]);
  });

  test.each(["2", 2.5, null, [2], true, {}, undefined])(
    "status %j returns 422 and a pointer",
    async (status) => {
      const { uuid } = await uploaded();
      const answer = await report(uuid, status);
      expect(answer.status).toBe(422);
      expect(problem.parse(answer.body).errors).toMatchObject([{ pointer: "#/status" }]);
      expect(await historyOf(uuid)).toEqual([1]);
    },
  );

  test("status 3 before the upload returns 409 for a key that may set it, and 422 for a key that may not", async () => {
    const { uuid } = await uploaded();
    expect(await report(uuid, 3)).toMatchObject({
      status: 409,
      body: { code: "invalid-transition" },
    });
    const key = await api.makeKey(["documents:write"]);
    const answer = await api.call("PUT", `${DOCUMENTS}/${uuid}`, { key, body: { status: 3 } });
    expect(answer).toMatchObject({ status: 422, body: { code: "status-not-settable" } });
  });
});

describe("reporting 2 verifies the upload", () => {
  test("returns 409 file-not-uploaded without an upload, and the status does not change", async () => {
    const { uuid } = await api.create();
    expect(await report(uuid, 2)).toMatchObject({
      status: 409,
      body: { code: "file-not-uploaded" },
    });
    expect(await historyOf(uuid)).toEqual([1]);
  });

  test("returns 409 file-empty for an empty file, and a second upload fixes it", async () => {
    const { uuid, uploadSignedUrl } = await uploaded("");
    expect(await report(uuid, 2)).toMatchObject({ status: 409, body: { code: "file-empty" } });
    await upload(uploadSignedUrl, "now with bytes");
    expect(await report(uuid, 2)).toMatchObject({ status: 200, body: { file: { size: 14 } } });
  });

  test("returns 409 file-too-large for a file above the limit, and accepts a file at the limit", async () => {
    const tooLarge = await uploaded("x".repeat(1001));
    const answer = await report(tooLarge.uuid, 2);
    expect(answer).toMatchObject({ status: 409, body: { code: "file-too-large" } });
    const atLimit = await uploaded("x".repeat(1000));
    expect((await report(atLimit.uuid, 2)).status).toBe(200);
  });

  test("keeps the reported content, even if the upload URL is used again", async () => {
    const { uuid, uploadSignedUrl } = await uploaded("reported");
    await report(uuid, 2);
    expect((await upload(uploadSignedUrl, "replaced")).status).toBe(200);
    expect((await report(uuid, 2)).status).toBe(200);

    const content = await api.call("GET", `${DOCUMENTS}/${uuid}/content`);
    const downloaded = await fetch(content.headers.get("location") ?? "");
    expect(await downloaded.text()).toBe("reported");
  });
});

describe("repeated reports are harmless", () => {
  test("reporting 2 twice returns the same record and writes one change", async () => {
    const { uuid } = await uploaded();
    const first = await report(uuid, 2);
    const second = await report(uuid, 2);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await historyOf(uuid)).toEqual([1, 2]);
  });

  test("reporting 2 ten times concurrently returns 200 ten times and writes one change", async () => {
    const { uuid } = await uploaded();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(uuid, 2)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const records = answers.map(({ body }) => stagedDocumentRecord.parse(body));
    expect(new Set(records.map((record) => record.updatedAt)).size).toBe(1);
    expect(await historyOf(uuid)).toEqual([1, 2]);
  });

  test("reporting 6 twice returns 200 with the failure and writes one change", async () => {
    const { uuid } = await api.create();
    expect(await report(uuid, 6)).toMatchObject({
      status: 200,
      body: { status: 6, uploadExpiresAt: null, failure: { code: "upload-reported-failed" } },
    });
    expect((await report(uuid, 6)).status).toBe(200);
    expect(await historyOf(uuid)).toEqual([1, 6]);
  });

  test("if 2 and 6 are reported concurrently, one report succeeds and the other returns 409", async () => {
    const { uuid } = await uploaded();
    const [two, six] = await Promise.all([report(uuid, 2), report(uuid, 6)]);
    expect([two.status, six.status].sort()).toEqual([200, 409]);
    expect(await historyOf(uuid)).toEqual([1, two.status === 200 ? 2 : 6]);
  });
});

describe("contradictory reports", () => {
  test("reporting 6 after 2 returns 409 invalid-transition, and the content is kept", async () => {
    const { uuid } = await uploaded();
    await report(uuid, 2);
    const answer = await report(uuid, 6);
    expect(answer).toMatchObject({ status: 409, body: { code: "invalid-transition" } });
    expect((await api.call("GET", `${DOCUMENTS}/${uuid}/content`)).status).toBe(307);
  });

  test("reporting 2 after 6 returns 409 invalid-transition, even if the file was uploaded", async () => {
    const { uuid } = await uploaded();
    await report(uuid, 6);
    expect(await report(uuid, 2)).toMatchObject({
      status: 409,
      body: { code: "invalid-transition" },
    });
  });
});

describe("content", () => {
  test("returns 409 while the upload is pending and 410 after it failed", async () => {
    const { uuid } = await api.create();
    const path = `${DOCUMENTS}/${uuid}/content`;
    expect(await api.call("GET", path)).toMatchObject({
      status: 409,
      body: { code: "file-not-uploaded" },
    });
    await report(uuid, 6);
    expect(await api.call("GET", path)).toMatchObject({
      status: 410,
      body: { code: "content-gone" },
    });
  });
});
