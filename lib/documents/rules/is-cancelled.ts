import { STATUS } from "./status";

/** Returns whether the upload of a document ended because somebody cancelled it rather than because something failed. */
export const isCancelled = ({
  status,
  failure,
}: {
  readonly status: number;
  readonly failure: { readonly code: string } | null;
}): boolean => status === STATUS.uploadFailed && failure?.code === "cancelled";
