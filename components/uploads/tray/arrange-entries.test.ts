import { expect, test } from "vitest";
import type { UploadEntry, UploadState } from "../engine/upload-entry";
import { arrangeEntries } from "./arrange-entries";

const entry = (id: string, state: UploadState): UploadEntry => ({
  id,
  assetIdentifier: "BLD-0001",
  assetName: "Lindenhof",
  name: `${id}.pdf`,
  folder: null,
  sizeBytes: 10,
  modifiedAtMs: null,
  state,
  sentBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  isStalled: false,
  uuid: null,
  failure: null,
});

const idsOf = (entries: readonly UploadEntry[]) => entries.map(({ id }) => id);

test("uploads that need attention come first, running ones before waiting ones, and the latest finished one before older ones", () => {
  const arranged = arrangeEntries([
    entry("done-1", "done"),
    entry("waiting-1", "waiting"),
    entry("failed-1", "failed"),
    entry("running-1", "uploading"),
    entry("cancelled-1", "cancelled"),
    entry("paused-1", "paused-signed-out"),
    entry("interrupted-1", "interrupted"),
  ]);
  expect(idsOf(arranged.problems.entries)).toEqual(["failed-1", "interrupted-1"]);
  expect(idsOf(arranged.running.entries)).toEqual(["running-1", "paused-1", "waiting-1"]);
  expect(idsOf(arranged.finished.entries)).toEqual(["cancelled-1", "done-1"]);
});

test("of 4,000 uploads, a few are shown, and the others are only counted", () => {
  const many = Array.from({ length: 4_000 }, (_, index) => entry(String(index), "waiting"));
  const { running } = arrangeEntries([...many, entry("running", "uploading")]);
  expect(running.entries[0]?.id).toBe("running");
  expect(running.entries).toHaveLength(25);
  expect(running.hiddenCount).toBe(3_976);
});
