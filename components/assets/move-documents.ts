import { isMovableToAsset } from "@/lib/documents/rules/movable";
import type { Status } from "@/lib/documents/rules/status";
import type { DocumentRow, DocumentRows } from "@/lib/http/documents/cockpit-schemas";
import { isRateLimited, type RetryClock, retrying } from "../../lib/client/retrying";
import { type CallCockpit, CockpitProblem } from "../api/call-cockpit";

/** How far a move of several documents is. */
export interface MoveProgress {
  readonly moved: number;
  /** Of the documents that can move. */
  readonly total: number;
}

/** What came of a move. */
export interface MoveOutcome {
  readonly moved: number;
  /** Those that cannot move, or could not any more; documents that were removed meanwhile do not count. */
  readonly left: number;
  /** Those that were not tried, because the move was stopped. */
  readonly untried: number;
}

/** What a move needs of its surroundings. */
export interface MoveSurroundings {
  readonly call: CallCockpit;
  readonly clock: RetryClock;
  /** Stops the move after the document that is being moved. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

const DOCUMENTS = "/api/cockpit/documents";
const PAGE_SIZE = 200;

/**
 * Moves every document that can move from one asset identifier to another, one after the other; what was changed or removed in the
 * meantime stays. Waits as long as the server asks when it answers "too many calls". May be called again after a failure.
 * @throws CockpitProblem; what was moved before stays moved
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

/** Read to the end first: moving changes what the next page would begin with. */
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

/** Without the signal: what was sent counts, however it ends. */
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
