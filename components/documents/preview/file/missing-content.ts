import { STATUS } from "@/lib/documents/rules/status";
import type { RefusalReason } from "./preview-refusal";

/** Returns the reason why a document has no bytes to show; null if it has some. */
export function missingContent({
  status,
  hasContent,
}: {
  readonly status: number;
  readonly hasContent: boolean;
}): Extract<RefusalReason, "not-uploaded" | "erased"> | null {
  if (hasContent) return null;
  return status === STATUS.waitingForUpload ? "not-uploaded" : "erased";
}
