import type { BulkAction, BulkOrder } from "@/lib/documents/rules/bulk-work";
import type {
  AddedToBulkWork,
  BulkExceptions,
  BulkPreviewBody,
  BulkWorkState,
} from "@/lib/http/documents/bulk-schemas";
import { type CallCockpit, callCockpit } from "../../api/call-cockpit";

/** The path of the signed-in user's work on many documents. */
export const BULK_WORK_PATH = "/api/cockpit/bulk-work";

/** The documents to do something with: these, or all that the parameters of a list match. */
export type BulkSource = readonly string[] | URLSearchParams;

const UUIDS_AT_ONCE = 1000;
const PAGE_SIZE = "200";

/**
 * Freezes which documents an action is for, part by part, so that each call is short. Nothing is changed yet.
 * @returns the id of the work
 * @throws CockpitProblem, or the signal's reason
 */
export async function prepareBulkWork(
  source: BulkSource,
  {
    signal,
    onProgress,
    call = callCockpit,
  }: {
    readonly signal: AbortSignal;
    /** Called with the number of documents so far. */
    readonly onProgress: (count: number) => void;
    readonly call?: CallCockpit;
  },
): Promise<string> {
  const { id } = await call<BulkWorkState>("POST", BULK_WORK_PATH, { signal });
  const add = async (uuids: readonly string[] | null, query = "") => {
    const path = `${BULK_WORK_PATH}/${id}/documents${query}`;
    const added = await call<AddedToBulkWork>("POST", path, { body: { uuids }, signal });
    onProgress(added.count);
    return added.nextCursor;
  };
  if (source instanceof URLSearchParams) {
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams(source);
      query.set("limit", PAGE_SIZE);
      if (cursor) query.set("cursor", cursor);
      cursor = await add(null, `?${query}`);
    }
  } else {
    for (let from = 0; from < source.length; from += UUIDS_AT_ONCE) {
      await add(source.slice(from, from + UUIDS_AT_ONCE));
    }
  }
  return id;
}

/** The other calls about work on many documents. Each throws CockpitProblem if it fails. */
export const bulkCalls = {
  preview: (id: string, action: BulkAction) =>
    callCockpit<BulkPreviewBody>("GET", `${BULK_WORK_PATH}/${id}/preview?action=${action}`),
  start: (id: string, order: BulkOrder) =>
    callCockpit<BulkWorkState>("POST", `${BULK_WORK_PATH}/${id}/start`, { body: order }),
  change: (id: string, state: "cancelled" | "dismissed") =>
    callCockpit<BulkWorkState>("PATCH", `${BULK_WORK_PATH}/${id}`, { body: { state } }),
  exceptions: (id: string, cursor: string | null) =>
    callCockpit<BulkExceptions>(
      "GET",
      `${BULK_WORK_PATH}/${id}/documents${cursor ? `?cursor=${cursor}` : ""}`,
    ),
};
