import { LIFECYCLE, type Status } from "@/lib/documents/rules/status";

/** The text for a status. */
export interface StatusText {
  readonly label: string;
  readonly meaning: string;
}

/** Labels short enough for a badge. The meanings come from the domain. */
const LABELS: Record<Status, string> = {
  1: "Waiting for upload",
  2: "Uploaded",
  3: "Processing",
  4: "Waiting for review",
  5: "Approved",
  6: "Upload failed",
  8: "Deleted",
};

const meaningOf = (status: Status) =>
  LIFECYCLE.statuses.find((definition) => definition.status === status)?.meaning ?? "";

const textOf = (status: Status): StatusText => ({
  label: LABELS[status],
  meaning: meaningOf(status),
});

/** The text for every status. */
export const STATUS_TEXTS: Record<Status, StatusText> = {
  1: textOf(1),
  2: textOf(2),
  3: textOf(3),
  4: textOf(4),
  5: textOf(5),
  6: textOf(6),
  8: textOf(8),
};

/** The text for status 6 if somebody cancelled the upload. */
export const CANCELLED_TEXT: StatusText = {
  label: "Cancelled",
  meaning: "Somebody cancelled the upload. Other systems see the status “Upload failed”.",
};

/** The heading above the meanings of the statuses. */
export const STATUS_LEGEND_TITLE = "What the statuses mean";
