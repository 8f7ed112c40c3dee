import { STATUS } from "./status";

/** Whether the upload of a document ended because somebody gave it up, not because something failed. */
export const isCancelled = ({
  status,
  failure,
}: {
  readonly status: number;
  readonly failure: { readonly code: string } | null;
}): boolean => status === STATUS.uploadFailed && failure?.code === "cancelled";
