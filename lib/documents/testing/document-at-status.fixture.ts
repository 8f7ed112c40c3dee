import type { Clock, Ids } from "@/lib/kernel/ports";
import type { StagedDocumentRepository } from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import { findMove, type Move, type Status } from "../rules/status";

/** The moves that lead to a status, on the path that real documents take. */
const WAYS: Record<Status, readonly Status[]> = {
  1: [],
  2: [2],
  3: [2, 3],
  4: [2, 3, 4],
  5: [2, 5],
  6: [6],
  8: [2, 8],
};

/**
 * Brings a new document to a status through the repository's own methods. Its file is not in any store, and `sha256` is
 * recorded as given.
 */
export async function makeDocumentAt(
  ports: { documents: StagedDocumentRepository; clock: Clock; ids: Ids },
  status: Status,
  assetIdentifier = "BLD-0001",
  sha256: string | null = null,
): Promise<StagedDocument> {
  const at = ports.clock.now();
  const uuid = ports.ids.uuid();
  const document = await ports.documents.create(
    { uuid, assetIdentifier, name: "report.pdf", folder: null, uploadExpiresAt: at },
    { move: moveBetween(null, 1), actor: "test", reason: "created", at },
  );
  return moveOnTo(ports, document, status, sha256);
}

/** Moves a document on to a status, from a status on the path there, like `makeDocumentAt`. */
export function moveOnTo(
  { documents, clock }: { documents: StagedDocumentRepository; clock: Clock },
  document: StagedDocument,
  status: Status,
  sha256: string | null = null,
): Promise<StagedDocument> {
  const at = clock.now();
  const way = WAYS[status];
  return way
    .slice(way.indexOf(document.status) + 1)
    .reduce(
      async (before, to) => advance(documents, await before, { to, at, sha256 }),
      Promise.resolve(document),
    );
}

/** Returns the table's move between two statuses. */
export function moveBetween(from: Status | null, to: Status): Move {
  const move = findMove(from, to);
  if (!move) throw new Error(`the table has no move from ${from} to ${to}`);
  return move;
}

async function advance(
  documents: StagedDocumentRepository,
  { uuid, status }: StagedDocument,
  { to, at, sha256 }: { to: Status; at: Date; sha256: string | null },
): Promise<StagedDocument> {
  const move = moveBetween(status, to);
  const objectKey = `documents/${uuid}/placed`;
  const file = {
    sizeBytes: 7,
    contentType: "application/pdf",
    objectKey,
    versionId: "placed-version",
  };
  const moved = await documents.compareAndSetStatus({
    uuid,
    move,
    actor: "test",
    reason: "reported",
    at,
    ...(to === 2 ? { file, sha256 } : {}),
    ...(to === 6 ? { failure: { code: "upload-reported-failed", message: "It failed." } } : {}),
  });
  if (!moved) throw new Error(`the document is not at status ${status}`);
  return moved;
}
