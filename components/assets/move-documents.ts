import { isMovableToAsset } from "@/lib/documents/rules/movable";
import type { Status } from "@/lib/documents/rules/status";
import type { DocumentRow, DocumentRows } from "@/lib/http/documents/cockpit-schemas";
import { type CallCockpit, CockpitProblem } from "../api/call-cockpit";

/** How far a move of several documents is. */
export interface MoveProgress {
  readonly moved: number;
  /** Of the documents that can move. */
  readonly total: number;
}

const DOCUMENTS = "/api/cockpit/documents";
const PAGE_SIZE = 200;

/**
 * Moves every document that can move from one asset identifier to another, one after the other; what was changed or removed in the
 * meantime stays. May be called again after a failure.
 * @returns how many were moved, and how many are left
 * @throws CockpitProblem; what was moved before stays moved
 */
export async function moveDocuments(
  call: CallCockpit,
  { from, to }: { readonly from: string; readonly to: string },
  onProgress: (progress: MoveProgress) => void,
): Promise<{ readonly moved: number; readonly left: number }> {
  const found = await listAll(call, from);
  const movable = found.filter(({ status }) => isMovableToAsset(status as Status));
  let moved = 0;
  onProgress({ moved, total: movable.length });
  for (const { uuid } of movable) {
    if (await isMoved(call, uuid, to)) moved += 1;
    onProgress({ moved, total: movable.length });
  }
  return { moved, left: found.length - moved };
}

/** Read to the end first: moving changes what the next page would begin with. */
async function listAll(
  call: CallCockpit,
  assetIdentifier: string,
): Promise<readonly DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ assetIdentifier, limit: String(PAGE_SIZE) });
    if (cursor) query.set("cursor", cursor);
    const page: DocumentRows = await call("GET", `${DOCUMENTS}?${query}`);
    rows.push(...page.items);
    cursor = page.nextCursor;
  }
  return rows;
}

async function isMoved(call: CallCockpit, uuid: string, assetIdentifier: string): Promise<boolean> {
  try {
    await call("PATCH", `${DOCUMENTS}/${uuid}`, { body: { assetIdentifier } });
    return true;
  } catch (error) {
    if (error instanceof CockpitProblem && OVERTAKEN.includes(error.code)) return false;
    throw error;
  }
}

const OVERTAKEN: readonly string[] = ["document-not-movable", "staged-document-not-found"];
