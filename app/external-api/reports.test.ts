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

describe("integers that nobody may set", () => {
  test.each([0, 1, 7, 9, -1, 1e15])("status %s is 422 status-not-settable", async (status) => {
    const { uuid } = await uploaded();
    const answer = await report(uuid, status);
    expect(answer).toMatchObject({ status: 422, body: { code: "status-not-settable" } });
    expect(await historyOf(uuid)).toEqual([1]);
  });

  test.each(["2", 2.5, null, [2], true, {}, undefined])(
    "status %j is 422 with its pointer",
    async (status) => {
      const { uuid } = await uploaded();
      const answer = await report(uuid, status);
      expect(answer.status).toBe(422);
      expect(problem.parse(answer.body).errors).toMatchObject([{ pointer: "#/status" }]);
      expect(await historyOf(uuid)).toEqual([1]);
    },
  );

  test("status 3 before the upload is 409 for a key that may set it, 422 for one that never may", async () => {
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

describe("report 2 believes nothing", () => {
  test("without an upload it is 409 file-not-uploaded and the status stays", async () => {
    const { uuid } = await api.create();
    expect(await report(uuid, 2)).toMatchObject({
      status: 409,
      body: { code: "file-not-uploaded" },
    });
    expect(await historyOf(uuid)).toEqual([1]);
  });

  test("an empty object is 409 file-empty, and a second upload heals it", async () => {
    const { uuid, uploadSignedUrl } = await uploaded("");
    expect(await report(uuid, 2)).toMatchObject({ status: 409, body: { code: "file-empty" } });
    await upload(uploadSignedUrl, "now with bytes");
    expect(await report(uuid, 2)).toMatchObject({ status: 200, body: { file: { size: 14 } } });
  });

  test("an object above the limit is 409 file-too-large, one at the limit is accepted", async () => {
    const tooLarge = await uploaded("x".repeat(1001));
    const answer = await report(tooLarge.uuid, 2);
    expect(answer).toMatchObject({ status: 409, body: { code: "file-too-large" } });
    const atLimit = await uploaded("x".repeat(1000));
    expect((await report(atLimit.uuid, 2)).status).toBe(200);
  });

  test("the reused upload URL does not change what was reported", async () => {
    const { uuid, uploadSignedUrl } = await uploaded("reported");
    await report(uuid, 2);
    expect((await upload(uploadSignedUrl, "replaced")).status).toBe(200);
    expect((await report(uuid, 2)).status).toBe(200);

    const content = await api.call("GET", `${DOCUMENTS}/${uuid}/content`);
    const downloaded = await fetch(content.headers.get("location") ?? "");
    expect(await downloaded.text()).toBe("reported");
  });
});

describe("repeats are harmless", () => {
  test("2 twice answers the same record and writes one change", async () => {
    const { uuid } = await uploaded();
    const first = await report(uuid, 2);
    const second = await report(uuid, 2);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await historyOf(uuid)).toEqual([1, 2]);
  });

  test("2 ten times at once answers ten times 200 and writes one change", async () => {
    const { uuid } = await uploaded();
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(uuid, 2)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const records = answers.map(({ body }) => stagedDocumentRecord.parse(body));
    expect(new Set(records.map((record) => record.updatedAt)).size).toBe(1);
    expect(await historyOf(uuid)).toEqual([1, 2]);
  });

  test("6 twice answers 200 with the failure and writes one change", async () => {
    const { uuid } = await api.create();
    expect(await report(uuid, 6)).toMatchObject({
      status: 200,
      body: { status: 6, uploadExpiresAt: null, failure: { code: "upload-reported-failed" } },
    });
    expect((await report(uuid, 6)).status).toBe(200);
    expect(await historyOf(uuid)).toEqual([1, 6]);
  });

  test("2 at once with 6 ends in one of them, and the other is told so", async () => {
    const { uuid } = await uploaded();
    const [two, six] = await Promise.all([report(uuid, 2), report(uuid, 6)]);
    expect([two.status, six.status].sort()).toEqual([200, 409]);
    expect(await historyOf(uuid)).toEqual([1, two.status === 200 ? 2 : 6]);
  });
});

describe("outcomes that contradict each other", () => {
  test("6 after 2 is 409 invalid-transition and the content stays", async () => {
    const { uuid } = await uploaded();
    await report(uuid, 2);
    const answer = await report(uuid, 6);
    expect(answer).toMatchObject({ status: 409, body: { code: "invalid-transition" } });
    expect((await api.call("GET", `${DOCUMENTS}/${uuid}/content`)).status).toBe(307);
  });

  test("2 after 6 is 409 invalid-transition, whatever was uploaded", async () => {
    const { uuid } = await uploaded();
    await report(uuid, 6);
    expect(await report(uuid, 2)).toMatchObject({
      status: 409,
      body: { code: "invalid-transition" },
    });
  });
});

describe("content", () => {
  test("is 409 while the upload is awaited and 410 after it failed", async () => {
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
