import { describe, expect, test } from "vitest";
import { clientUnderTest } from "./testing/client.fixture";
import { problemAnswer } from "./testing/in-memory-external-api";
import type { UploadOptions } from "./upload-by-api";

const FILE = new Blob(["bytes of a file"]);
const CREATE = "POST /external-api/staged-documents";
const RENEW = "POST /external-api/staged-documents/uuid-1/upload-url";
const READ = "GET /external-api/staged-documents/uuid-1";
const REPORT = "PUT /external-api/staged-documents/uuid-1";
const upload = (n: number) => `PUT store/uuid-1/${n}`;

describe("a rejected report", () => {
  test.each(["file-not-uploaded", "file-changed"])(
    "is followed by another upload if its code is %s",
    async (code) => {
      const { api, handIn } = setUp();
      api.mishap = (call, nth) =>
        `${call.method} ${call.path}` === REPORT && nth === 1 ? problemAnswer(409, code) : null;

      expect(await handIn()).toMatchObject({ status: 2 });
      expect(api.log).toEqual([CREATE, upload(1), REPORT, RENEW, upload(2), REPORT]);
    },
  );

  test("fails the upload if its code is file-not-uploaded a second time", async () => {
    const { api, handIn } = setUp();
    api.mishap = (call) =>
      `${call.method} ${call.path}` === REPORT ? problemAnswer(409, "file-not-uploaded") : null;

    await expect(handIn()).rejects.toThrow("file-not-uploaded");
    expect(api.log.filter((line) => line === REPORT)).toHaveLength(2);
  });
});

describe("a document whose upload was completed after all", () => {
  test("counts as uploaded if the server found its file after the transfer was lost", async () => {
    const { api, handIn } = setUp();
    api.mishap = ({ path }) => {
      if (path !== "store/uuid-1/1") return null;
      for (const document of api.documents) document.status = 2;
      return "answer-lost";
    };

    const phases: string[] = [];
    const onPassed = (phase: string) => phases.push(phase);

    expect(await handIn({ onPassed })).toMatchObject({ status: 2 });
    expect(api.log).toEqual([CREATE, upload(1), RENEW, REPORT]);
    expect(phases).toEqual(["created", "reported"]);
  });

  test("counts as uploaded if its report arrived and only the responses were lost", async () => {
    const { api, handIn } = setUp();
    api.mishap = (call, nth) =>
      `${call.method} ${call.path}` === REPORT && nth < 14 ? "answer-lost" : null;

    expect(await handIn({ reportFailure: "always" })).toMatchObject({ status: 2 });
    expect(api.documents).toMatchObject([{ status: 2 }]);
  });

  test.each([3, 4, 5, 8])(
    "counts as uploaded if the report arrived, its response was lost, and the document is already at status %d",
    async (status) => {
      const { api, handIn } = setUp();
      api.mishap = (call, nth) => {
        if (`${call.method} ${call.path}` !== REPORT || nth >= 14) return null;
        for (const document of nth > 1 ? api.documents : []) document.status = status;
        return "answer-lost";
      };

      expect(await handIn({ reportFailure: "always" })).toMatchObject({ status });
      expect(api.documents).toMatchObject([{ status }]);
    },
  );
});

describe("an interrupted upload", () => {
  test("continues with the same document because of its idempotency key", async () => {
    const { api, handIn } = setUp();
    api.mishap = ({ path }) =>
      path.startsWith("store") ? new Response("", { status: 411 }) : null;
    await handIn({ idempotencyKey: "k" }).catch(() => undefined);
    api.mishap = () => null;

    expect(await handIn({ idempotencyKey: "k" })).toMatchObject({ uuid: "uuid-1", status: 2 });
    expect(api.documents).toHaveLength(1);
  });

  test("gets a new URL if its URL has expired", async () => {
    const { api, handIn } = setUp();
    api.mishap = ({ path }) =>
      path.startsWith("store") ? new Response("", { status: 411 }) : null;
    await handIn({ idempotencyKey: "k" }).catch(() => undefined);
    api.mishap = () => null;
    api.areUrlsExpired = true;
    api.calls.length = 0;

    expect(await handIn({ idempotencyKey: "k" })).toMatchObject({ status: 2 });
    expect(api.log).toEqual([CREATE, RENEW, upload(2), REPORT]);
  });

  test("returns the record without uploading if it was already finished", async () => {
    const { api, handIn } = setUp();
    await handIn({ idempotencyKey: "k" });
    api.calls.length = 0;

    expect(await handIn({ idempotencyKey: "k" })).toMatchObject({ status: 2 });
    expect(await handIn({ uuid: "uuid-1" })).toMatchObject({ status: 2 });
    expect(api.log).toEqual([CREATE, READ]);
  });

  test("is reported without being sent again if its bytes have arrived", async () => {
    const { api, handIn } = setUp();
    api.mishap = (call) =>
      `${call.method} ${call.path}` === REPORT ? problemAnswer(500, "internal-error") : null;
    await handIn().catch(() => undefined);
    api.mishap = () => null;
    api.calls.length = 0;

    expect(await handIn({ uuid: "uuid-1" })).toMatchObject({ status: 2 });
    expect(api.log).toEqual([READ, REPORT]);
  });

  test("is sent with a new URL if its bytes have not arrived", async () => {
    const { api, handIn } = setUp();
    api.mishap = ({ path }) =>
      path.startsWith("store") ? new Response("", { status: 411 }) : null;
    await handIn().catch(() => undefined);
    api.mishap = () => null;
    api.calls.length = 0;

    expect(await handIn({ uuid: "uuid-1" })).toMatchObject({ status: 2 });
    expect(api.log).toEqual([READ, REPORT, RENEW, upload(2), REPORT]);
  });

  test.each(["when-refused", "always"] as const)(
    "stays open if its first report gets no response, even with reportFailure %s",
    async (reportFailure) => {
      const { api, handIn } = setUp();
      api.mishap = ({ path }) =>
        path.startsWith("store") ? new Response("", { status: 411 }) : null;
      await handIn().catch(() => undefined);
      api.calls.length = 0;
      api.mishap = ({ body }) =>
        body.includes('"status":2') ? problemAnswer(503, "database-unavailable") : null;

      await expect(handIn({ uuid: "uuid-1", reportFailure })).rejects.toThrow();
      expect(api.documents).toMatchObject([{ status: 1 }]);
      expect(new Set(api.log)).toEqual(new Set([READ, REPORT]));
    },
  );
});

function setUp() {
  const { api, client, pauses } = clientUnderTest();
  const handIn = (
    options: Partial<UploadOptions> = {},
    file: Parameters<typeof client.handIn>[0] = FILE,
  ) => client.handIn(file, { assetIdentifier: "BLD-0001", name: "a.pdf", ...options });
  return { api, handIn, pauses };
}
