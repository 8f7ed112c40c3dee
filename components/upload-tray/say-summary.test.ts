import { expect, test } from "vitest";
import { UPLOAD_STATES, type UploadSummary } from "../upload-engine/upload-entry";
import { saySummary } from "./say-summary";

const NONE = Object.fromEntries(
  UPLOAD_STATES.map((state) => [state, 0]),
) as UploadSummary["counts"];

const summary = (given: Partial<UploadSummary>): UploadSummary => ({
  counts: NONE,
  unfinishedCount: 0,
  bytesTotal: 0,
  bytesSent: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  isReading: false,
  readCount: 0,
  ...given,
});

test.each([
  [{ isReading: true, readCount: 1_200 }, "Looking through what was dropped: 1,200 files so far …"],
  [
    { unfinishedCount: 37, counts: { ...NONE, done: 3, uploading: 4, waiting: 33 } },
    "Uploading: 3 of 40 done",
  ],
  [{ counts: { ...NONE, done: 1 } }, "1 file uploaded"],
  [{ counts: { ...NONE, done: 38, failed: 2 } }, "38 uploaded, 2 failed"],
  [{ counts: { ...NONE, failed: 2 } }, "2 files failed"],
  [{ counts: { ...NONE, interrupted: 3 } }, "3 files interrupted"],
  [{ counts: { ...NONE, cancelled: 1 } }, "1 file cancelled"],
  [{}, "Nothing was uploaded"],
])("%j is said as “%s”", (given, said) => {
  expect(saySummary(summary(given))).toBe(said);
});
