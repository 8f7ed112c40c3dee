import { isUnfinished, type UploadEntry, type UploadState } from "../engine/upload-entry";

/** The entries shown, and the number of entries of the same kind that are not shown. */
export interface ShownEntries {
  readonly entries: readonly UploadEntry[];
  readonly hiddenCount: number;
}

/** First the uploads that need attention, then those in progress, then finished ones. */
export interface ArrangedEntries {
  readonly problems: ShownEntries;
  readonly running: ShownEntries;
  readonly finished: ShownEntries;
}

/** Nobody reads thousands of rows, and rendering them is slow. */
const SHOWN_MAX = { problems: 100, running: 25, finished: 25 } as const;

const PROBLEMS: readonly UploadState[] = ["failed", "interrupted"];

/** Groups entries by kind and limits each group. Finished uploads are shown latest first, all others oldest first. */
export function arrangeEntries(entries: readonly UploadEntry[]): ArrangedEntries {
  const problems: UploadEntry[] = [];
  const running: UploadEntry[] = [];
  const waiting: UploadEntry[] = [];
  const finished: UploadEntry[] = [];
  for (const entry of entries) {
    if (PROBLEMS.includes(entry.state)) problems.push(entry);
    else if (!isUnfinished(entry.state)) finished.push(entry);
    else (entry.state === "waiting" ? waiting : running).push(entry);
  }
  return {
    problems: first(problems, SHOWN_MAX.problems),
    running: first([...running, ...waiting], SHOWN_MAX.running),
    finished: first(finished.reverse(), SHOWN_MAX.finished),
  };
}

const first = (entries: readonly UploadEntry[], max: number): ShownEntries => ({
  entries: entries.slice(0, max),
  hiddenCount: Math.max(0, entries.length - max),
});
