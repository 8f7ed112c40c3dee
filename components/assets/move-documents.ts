import { isMovableToAsset, type Status } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import type { DocumentRows } from "@/lib/http/documents/document-list-schemas";
import { isRateLimited, type RetryClock, retrying } from "../../lib/client/retrying";
import { type CallCockpit, CockpitProblem } from "../api/call-cockpit";

/** The progress of moving several documents. */
export interface MoveProgress {
  readonly moved: number;
  /** The number of documents that can be moved. */
  readonly total: number;
}

/** The result of a move. */
export interface MoveOutcome {
  readonly moved: number;
  /** Documents that could not be moved. Documents erased in the meantime do not count. */
  readonly left: number;
  /** Documents that were not attempted because the move was stopped. */
  readonly untried: number;
}

/** The dependencies of a move. */
export interface MoveSurroundings {
  readonly call: CallCockpit;
  readonly clock: RetryClock;
  /** Stops the move after the current document. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

const DOCUMENTS = "/api/cockpit/documents";
const PAGE_SIZE = 200;

/**
 * Moves every document that can be moved from one asset identifier to another, one at a time. A document changed or
 * removed in the meantime stays where it is. After a 429, waits as long as the server asks. Can be called again after a
 * failure.
 * @throws CockpitProblem; documents already moved stay moved
 */
export async function moveDocuments(
  { call, clock, signal, onProgress }: MoveSurroundings,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<MoveOutcome> {
  const patient: CallCockpit = (...args) =>
    retrying(() => call(...args), { ...RATE_LIMITS_ONLY, clock, signal });
  const counts = { moved: 0, overtaken: 0, gone: 0 };
  let movable: readonly DocumentRow[] = [];
  let found: readonly DocumentRow[] = [];
  try {
    found = await listAll(patient, from, signal);
    movable = found.filter(({ status }) => isMovableToAsset(status as Status));
    onProgress({ moved: 0, total: movable.length });
    for (const { uuid } of movable) {
      signal.throwIfAborted();
      counts[await move(patient, uuid, to)] += 1;
      onProgress({ moved: counts.moved, total: movable.length });
    }
  } catch (error) {
    if (error !== signal.reason) throw error;
  }
  const { moved, overtaken, gone } = counts;
  return {
    moved,
    left: found.length - movable.length + overtaken,
    untried: movable.length - moved - overtaken - gone,
  };
}

const RATE_LIMITS_ONLY = { mayRepeat: isRateLimited, onPause: () => undefined };

/** Reads all pages before anything is moved, because moving changes where the next page begins. */
async function listAll(
  call: CallCockpit,
  assetIdentifier: string,
  signal: AbortSignal,
): Promise<readonly DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ assetIdentifier, limit: String(PAGE_SIZE) });
    if (cursor) query.set("cursor", cursor);
    const page: DocumentRows = await call("GET", `${DOCUMENTS}?${query}`, { signal });
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows;
}

/** Sent without the signal, because a request that has been sent may take effect anyway. */
async function move(
  call: CallCockpit,
  uuid: string,
  assetIdentifier: string,
): Promise<"moved" | "overtaken" | "gone"> {
  try {
    await call("PATCH", `${DOCUMENTS}/${uuid}`, { body: { assetIdentifier } });
    return "moved";
  } catch (error) {
    if (!(error instanceof CockpitProblem)) throw error;
    if (error.code === "staged-document-not-found") return "gone";
    if (error.code === "document-not-movable") return "overtaken";
    throw error;
  }
}
