import { formatCount } from "./format";

const REASONS: Readonly<Record<string, string>> = {
  created: "The document was created.",
  reported: "The change was requested.",
  cancelled: "The upload was cancelled.",
  deleted: "The document was deleted.",
  "upload-found": "Nobody reported the upload, but the file is there.",
  "upload-expired": "No file arrived before the upload link expired.",
  "processing-started": "Processing began.",
  processed: "Processing ended with results.",
  "processing-failed": "Processing ended without results.",
};

/** Returns the reason for a status change. A code from a later version is shown as words. */
export const reasonText = (reason: string): string =>
  REASONS[reason] ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll("-", " ")}.`;

const RULE_ENDS = {
  notified: "The remote system is notified.",
  silent: "The remote system is not notified.",
};

/** Text for a document's timeline. */
export const TIMELINE_TEXTS = {
  title: "Timeline",
  intro: "Newest first.",
  list: "What happened to this document",
  to: "to",
  created: "New",
  note: "Reason given:",
  by: (who: string) => `by ${who}`,
  rule: "Rule",
  ruleText: (
    { from, to }: { readonly from: number | null; readonly to: number },
    rule: {
      readonly isNotified: boolean;
      readonly movers: readonly string[];
      readonly when: string;
    },
  ) =>
    `${from ?? "new"} → ${to}: ${rule.when}. Allowed for ${rule.movers.join(", ")}. ${rule.isNotified ? RULE_ENDS.notified : RULE_ENDS.silent}`,
  noRule: "The current table of moves does not contain this change.",
  telling: {
    "not-listed": "Not sent: changes of this kind are never sent.",
    "no-webhook": "Not sent: no webhook URL was set at that time.",
    waiting: "Not sent yet: it will be in the next notification.",
  },
  moved: "Moved to another asset",
  movedFromTo: (from: string, to: string) => `From ${from} to ${to}.`,
  erased: "Content erased",
  erasedHelp: "The file and everything read from it were erased.",
  otherEvent: (event: string) => `Event: ${event.replaceAll("-", " ")}`,
  leftOut: (count: number) =>
    `${formatCount(count)} older ${count === 1 ? "entry is" : "entries are"} not shown.`,
  notification: (count: number) =>
    count === 1
      ? "Notification with this change"
      : `Notification with ${formatCount(count)} changes`,
  sameNotification: "Sent in the same notification as a later change, above.",
  earlierNotification: "Its notification is older than those shown here.",
  nextAttempt: "Next attempt",
  attemptsLeftOut: (count: number) =>
    `${formatCount(count)} older ${count === 1 ? "attempt is" : "attempts are"} not shown.`,
  openLog: "Open the notification in the delivery log",
  evidenceTitle: "Reported and verified",
  evidence: { reported: "Reported", verified: "Verified" },
  evidenceRows: { time: "Time", size: "Size", sha256: "SHA-256", contentType: "Type" },
  notReported: "Not reported",
  notVerified: "Not verified",
  notYet: "Not calculated yet",
  bytes: (count: number) => `${formatCount(count)} bytes`,
  copyChecksum: "Copy the SHA-256",
} as const;
