import type { BulkAction, BulkEnding, BulkRefusal } from "@/lib/documents/rules/bulk-work";
import { formatCount } from "./format";

const documents = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "document" : "documents"}`;

const REASONS: Readonly<Record<BulkRefusal, string>> = {
  role: "your role does not allow it",
  "no-processor": "there is no processor",
  final: "already approved, deleted or failed",
  status: "not in a status that allows it",
  erased: "the content was erased",
  "other-class": "a different class",
  "results-changed": "processed again in the meantime",
  "same-asset": "already at this asset",
};

const FAILURES: Readonly<Record<string, string>> = {
  "invalid-transition": "somebody changed it at the same moment",
  "document-not-movable": "somebody changed it at the same moment",
  "too-much-contention": "others kept changing it",
  "unexpected-error": "an unexpected error, which is in the log of Stagedoor",
};

interface ActionTexts {
  /** On the button that opens the dialog. */
  readonly button: string;
  readonly title: (count: number) => string;
  readonly confirm: (count: number) => string;
  readonly running: string;
  readonly done: (count: number) => string;
}

const ACTIONS: Readonly<Record<BulkAction, ActionTexts>> = {
  approve: {
    button: "Approve…",
    title: (count) => `Approve ${documents(count)}?`,
    confirm: (count) => `Approve ${documents(count)}`,
    running: "Approving documents",
    done: (count) => `${documents(count)} approved`,
  },
  delete: {
    button: "Delete…",
    title: (count) => `Delete ${documents(count)}?`,
    confirm: (count) => `Delete ${documents(count)}`,
    running: "Deleting documents",
    done: (count) => `${documents(count)} deleted`,
  },
  move: {
    button: "Move…",
    title: (count) => `Move ${documents(count)} to another asset?`,
    confirm: (count) => `Move ${documents(count)}`,
    running: "Moving documents",
    done: (count) => `${documents(count)} moved`,
  },
  "process-again": {
    button: "Process again…",
    title: (count) => `Process ${documents(count)} again?`,
    confirm: (count) => `Process ${documents(count)} again`,
    running: "Sending documents to processing",
    done: (count) => `${documents(count)} sent to processing`,
  },
};

const STOPPED: Readonly<Record<Exclude<BulkEnding, "finished">, string>> = {
  cancelled: "Cancelled.",
  "session-ended": "Stopped because the session in which you started it ended.",
  "role-changed": "Stopped because your role changed.",
  deactivated: "Stopped because your account was deactivated.",
  failed: "Stopped because of an error in Stagedoor.",
};

/** Text for selecting documents and for doing something with many of them. */
export const BULK_TEXTS = {
  select: (name: string) => `Select ${name}`,
  selectShown: "Select all documents that are shown",
  column: "Selection",
  region: "Selected documents",
  selected: (count: number) => `${formatCount(count)} selected`,
  allSelected: (count: number | null) =>
    count === null ? "All matching documents selected" : `All ${formatCount(count)} selected`,
  selectAll: (count: number | null) =>
    count === null ? "Select all that match" : `Select all ${formatCount(count)} that match`,
  clear: "Clear selection",
  actions: ACTIONS,
  collecting: (count: number) => `Counting the documents: ${formatCount(count)} so far.`,
  leftOut: (count: number) => `${documents(count)} will be left out:`,
  leftOutBecause: (reason: string, count: number) =>
    `${formatCount(count)}: ${(REASONS as Readonly<Record<string, string>>)[reason] ?? reason}`,
  nothingPossible: "Nothing can be done with these documents.",
  classLegend: "Documents of one class can be approved together",
  classChoice: (label: string | null, count: number) =>
    `${label ?? "No class"} (${formatCount(count)})`,
  otherClasses: (count: number) => `${documents(count)} of other classes will be left out.`,
  reason: "Reason",
  chooseReason: "Choose a reason",
  keepsRunning: "You can leave this page. The work continues.",
  started: "Started. The progress is shown above the list.",
  notStarted: "Nothing was changed",
  panel: "Work on many documents",
  progress: (handled: number, total: number) => `${formatCount(handled)} of ${formatCount(total)}`,
  cancel: "Cancel",
  dismiss: "Dismiss",
  ended: (ending: BulkEnding) => (ending === "finished" ? null : STOPPED[ending]),
  notHandled: (count: number) => `Not changed: ${documents(count)}.`,
  exceptions: (count: number) => `Show what was left out (${formatCount(count)})`,
  because: (reason: string) =>
    (REASONS as Readonly<Record<string, string>>)[reason] ?? FAILURES[reason] ?? reason,
  more: "Show more",
} as const;
