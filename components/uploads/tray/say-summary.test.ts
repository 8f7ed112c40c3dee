import { expect, test } from "vitest";
import { UPLOAD_STATES, type UploadSummary } from "../engine/upload-entry";
import { announceSummary, saySummary } from "./say-summary";

const NONE = Object.fromEntries(
  UPLOAD_STATES.map((state) => [state, 0]),
) as UploadSummary["counts"];

const summary = (overrides: Partial<UploadSummary>): UploadSummary => ({
  counts: NONE,
  uploadedCount: 0,
  failedCount: 0,
  cancelledCount: 0,
  unfinishedCount: 0,
  bytesTotal: 0,
  bytesSent: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  resumesInSeconds: null,
  isReading: false,
  readCount: 0,
  leftOutCount: 0,
  ...overrides,
});

test.each([
  [{ isReading: true, readCount: 1_200 }, "Reading folders: 1,200 files so far…"],
  [{ unfinishedCount: 37, uploadedCount: 3 }, "Uploading: 3 of 40 done"],
  [{ uploadedCount: 1 }, "1 file uploaded"],
  [{ uploadedCount: 38, failedCount: 2 }, "38 uploaded, 2 failed"],
  [{ failedCount: 2 }, "2 files failed"],
  [{ counts: { ...NONE, interrupted: 3 } }, "3 files interrupted"],
  [{ cancelledCount: 1 }, "1 file cancelled"],
  [{ uploadedCount: 1, counts: { ...NONE, failed: 2, cancelled: 1 } }, "1 file uploaded"],
  [
    { unfinishedCount: 2, uploadedCount: 1, counts: { ...NONE, "paused-offline": 1, waiting: 1 } },
    "Waiting for a connection: 1 of 3 done",
  ],
  [
    { unfinishedCount: 2, counts: { ...NONE, "paused-offline": 1, uploading: 1 } },
    "Uploading: 0 of 2 done",
  ],
  [{}, "Nothing was uploaded"],
  [
    { unfinishedCount: 37, uploadedCount: 3, leftOutCount: 2 },
    "Uploading: 3 of 40 done, 2 skipped",
  ],
  [{ uploadedCount: 50, leftOutCount: 1_200 }, "50 files uploaded, 1,200 skipped"],
  [{ leftOutCount: 1 }, "1 item skipped"],
])("%j is summarised as “%s”", (values, said) => {
  expect(saySummary(summary(values))).toBe(said);
});

test("uploads that are waiting for a sign-in are not described as running", () => {
  const waiting = summary({ unfinishedCount: 2, uploadedCount: 1 });

  expect(saySummary(waiting, true)).toBe("Waiting for you to sign in: 1 of 3 done");
  expect(announceSummary(waiting, true)).toBe("Uploads are paused");
});

test("a rate limit says when uploads continue, but screen readers announce it only once", () => {
  const at = (resumesInSeconds: number) =>
    summary({ unfinishedCount: 37, uploadedCount: 3, resumesInSeconds });

  expect(saySummary(at(42))).toBe("Continuing in 42 s: 3 of 40 done");
  expect(saySummary(at(42), true)).toBe("Waiting for you to sign in: 3 of 40 done");
  expect(announceSummary(at(42))).toBe("Too many requests: uploads are paused");
  expect(announceSummary(at(41))).toBe(announceSummary(at(42)));
  expect(saySummary(summary({ uploadedCount: 3, resumesInSeconds: 42 }))).toBe("3 files uploaded");
});

test("screen readers announce the progress of 4,000 files four times, and then the result", () => {
  const heard = new Set<string>();
  for (let done = 0; done < 4_000; done += 1) {
    const unfinishedCount = 4_000 - done;
    const bytes = { bytesSent: done * 10, bytesTotal: 40_000 };
    heard.add(announceSummary(summary({ unfinishedCount, uploadedCount: done, ...bytes })));
  }
  heard.add(announceSummary(summary({ uploadedCount: 4_000 })));

  expect([...heard]).toEqual([
    "Uploading 4,000 files: 0%",
    "Uploading 4,000 files: 25%",
    "Uploading 4,000 files: 50%",
    "Uploading 4,000 files: 75%",
    "4,000 files uploaded",
  ]);
});

test("screen readers announce that some uploads failed while others continue", () => {
  const running = summary({ unfinishedCount: 2, failedCount: 1, bytesTotal: 10 });

  expect(announceSummary(running)).toBe("Uploading 2 files: 0%, some failed");
  expect(announceSummary(summary({ isReading: true, readCount: 900 }))).toBe("Reading folders");
});
