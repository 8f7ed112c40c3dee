import { expect, test } from "vitest";
import { CallFailure } from "@/lib/client/call-failure";
import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { held, problem } from "./cockpit.fixture";
import { fileOf, storeUnderTest, TARGET, turns } from "./store.fixture";
import type { DroppedBatch } from "./upload-entry";

test("an upload creates a document with its folder and size, sends the file to its URL and reports it", async () => {
  const { cockpit, add, untilIdle, entry } = storeUnderTest();
  await add({ file: fileOf("lease.pdf"), folder: "Old mill/2026" });
  await untilIdle();

  expect(cockpit.log).toEqual(["POST documents", "PUT documents/uuid-1"]);
  expect(cockpit.documents.get("uuid-1")).toMatchObject({ status: 2, folder: "Old mill/2026" });
  expect(entry("lease.pdf")).toMatchObject({
    ...TARGET,
    state: "done",
    sentBytes: 10,
    sizeBytes: 10,
    uuid: "uuid-1",
    failure: null,
  });
});

test("four uploads run at a time, and never more", async () => {
  const { cockpit, add, until, untilIdle, names } = storeUnderTest();
  const open: (() => void)[] = [];
  cockpit.putMishap = () => new Promise((resolve) => open.push(resolve));
  await add(...Array.from({ length: 9 }, (_, n) => fileOf(`${n}.pdf`)));
  await until(() => names("uploading").length === 4);
  await turns();

  expect(cockpit.puts).toHaveLength(4);
  expect(names("waiting")).toHaveLength(5);
  cockpit.putMishap = () => undefined;
  for (const go of open) go();
  await untilIdle();
  expect(names("done")).toHaveLength(9);
});

test("a creation whose response was lost is retried with the same key and yields one document", async () => {
  const { cockpit, add, untilIdle } = storeUnderTest();
  cockpit.isAnswerLost = () => cockpit.keys.length === 1 && cockpit.log.length === 1;
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(cockpit.keys).toHaveLength(2);
  expect(cockpit.keys[0]).toBe(cockpit.keys[1]);
  expect(cockpit.statuses()).toEqual({ "a.pdf": [2] });
});

test("calls that fail with 500, 429 or 503 are retried, after the time in Retry-After", async () => {
  const { cockpit, add, untilIdle, names, clock } = storeUnderTest();
  const answers = [
    problem(500, "internal-error"),
    problem(429, "rate-limited", { "retry-after": "20" }),
    problem(503, "database-unavailable"),
  ];
  cockpit.mishap = () => answers.shift() ?? null;
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(clock.nowMs()).toBeGreaterThan(20_000);
});

test("a rejected URL is renewed automatically, and the file is sent again", async () => {
  const { cockpit, add, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = () => {
    if (cockpit.puts.length === 1) cockpit.expireUrls();
  };
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(cockpit.log).toEqual([
    "POST documents",
    "POST documents/uuid-1/upload-url",
    "PUT documents/uuid-1",
  ]);
  expect(cockpit.puts).toHaveLength(2);
});

test("each retry of a lost transfer uses a fresh URL", async () => {
  const { cockpit, add, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = () => {
    if (cockpit.puts.length < 3) throw new CallFailure("lost", { isTransient: true });
  };
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(cockpit.puts.map((url) => url.slice(-1))).toEqual(["1", "2", "3"]);
});

test("a file that the server found on its own after a lost transfer counts as done", async () => {
  const { cockpit, add, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = () => {
    const document = cockpit.documents.get("uuid-1");
    if (document) document.status = 2;
    throw new CallFailure("lost", { isTransient: true });
  };
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(cockpit.puts).toHaveLength(1);
});

test.each(["file-not-uploaded", "file-changed"] as const)(
  "a report rejected with %s is followed by a new transfer",
  async (code) => {
    const { cockpit, add, untilIdle, names } = storeUnderTest();
    const answers = [problem(409, code)];
    cockpit.mishap = (call) => (call === "PUT documents/uuid-1" ? (answers.shift() ?? null) : null);
    await add(fileOf("a.pdf"));
    await untilIdle();

    expect(names("done")).toEqual(["a.pdf"]);
    expect(cockpit.puts).toHaveLength(2);
  },
);

test("an upload whose report arrived counts as done even if the responses to the report were lost", async () => {
  const { cockpit, add, untilIdle, names } = storeUnderTest();
  let reports = 0;
  cockpit.isAnswerLost = (call) => {
    if (call === "PUT documents/uuid-1") reports += 1;
    return reports > 0 && reports < 14;
  };
  await add(fileOf("a.pdf"));
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(cockpit.statuses()).toEqual({ "a.pdf": [2] });
});

test.each([3, 4, 5] as const)(
  "an upload whose report got no response counts as done if its document is already at status %d",
  async (status) => {
    const { cockpit, add, untilIdle, names } = storeUnderTest();
    let reports = 0;
    cockpit.isAnswerLost = (call) => {
      if (call !== "PUT documents/uuid-1") return false;
      reports += 1;
      for (const document of cockpit.documents.values()) document.status = status;
      return reports < 14;
    };
    await add(fileOf("a.pdf"));
    await untilIdle();

    expect(names("done")).toEqual(["a.pdf"]);
    expect(cockpit.statuses()).toEqual({ "a.pdf": [status] });
  },
);

test("clearing removes completed uploads, failures that cannot be retried, and skipped items", async () => {
  const { store, add, untilIdle, until } = storeUnderTest();
  await add(fileOf("a.pdf"), fileOf("empty.pdf", 0));
  store.addFiles(TARGET, [fileOf(".hidden")]);
  await untilIdle();
  await until(() => store.getSnapshot().summary.leftOutCount === 1);
  store.clearFinished();
  await until(() => store.getSnapshot().entries.length === 0);

  const { summary, leftOut } = store.getSnapshot();
  expect(summary.counts).toMatchObject({ done: 0, failed: 0 });
  expect([summary.leftOutCount, leftOut]).toEqual([0, []]);
});

test("the summary counts the files of the latest batch, not those of earlier batches in the list", async () => {
  const { store, add, untilIdle } = storeUnderTest();
  const files = [fileOf("a.pdf"), fileOf("b.pdf"), fileOf("empty.pdf", 0)];
  await store.add(TARGET, withHiddenFile(files));
  await untilIdle();
  expect(store.getSnapshot().summary).toMatchObject({
    uploadedCount: 2,
    failedCount: 1,
    leftOutCount: 1,
  });
  await add(fileOf("c.pdf"));
  await untilIdle();

  expect(store.getSnapshot().entries).toHaveLength(4);
  expect(store.getSnapshot().leftOut).toHaveLength(1);
  expect(store.getSnapshot().summary).toMatchObject({
    uploadedCount: 1,
    failedCount: 0,
    cancelledCount: 0,
    leftOutCount: 0,
  });
});

async function* withHiddenFile(files: readonly File[]): AsyncGenerator<DroppedBatch> {
  yield {
    files: files.map((file) => ({ file, folder: null })),
    leftOut: [{ path: ".hidden", reason: "Hidden files are skipped." }],
  };
}

test("uploads cleared from the list still count as uploaded until new uploads start, if others remain in the list", async () => {
  const { cockpit, store, add, untilIdle, until } = storeUnderTest();
  cockpit.mishap = () => problem(503, "database-unavailable");
  await add(fileOf("later.pdf"));
  await untilIdle();
  cockpit.mishap = () => null;
  await add(fileOf("a.pdf"), fileOf("b.pdf"));
  await untilIdle();
  store.clearFinished();
  await until(() => store.getSnapshot().entries.length === 1);
  expect(store.getSnapshot().summary).toMatchObject({ uploadedCount: 2, counts: { done: 0 } });

  await add(fileOf("c.pdf"));
  await untilIdle();
  expect(store.getSnapshot().summary.uploadedCount).toBe(1);
});

test("a document shows its upload only while the upload is unfinished", async () => {
  const { cockpit, store, add, until, untilIdle } = storeUnderTest();
  const transfer = held(cockpit);
  await add(fileOf("a.pdf"));
  await until(() => store.getSnapshot().byDocument.get("uuid-1")?.state === "uploading");
  transfer.go();
  await untilIdle();

  expect(store.getSnapshot().byDocument.size).toBe(0);
});

test("a drop that does not contain a file shows a message", async () => {
  const { store, until } = storeUnderTest();
  store.addFiles(TARGET, []);
  await until(() => store.getSnapshot().summary.leftOutCount === 1);

  const { noFile } = UPLOAD_TEXTS.leftOut;
  expect(store.getSnapshot().leftOut).toEqual([{ path: UPLOAD_TEXTS.unnamed, reason: noFile }]);
});
