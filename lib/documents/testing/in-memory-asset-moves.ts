import type { AssetMove } from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import { isMovableToAsset } from "../rules/status";

/** In-memory moves to other assets, and their records. */
export interface InMemoryAssetMoves {
  /** In the order written. */
  readonly all: readonly AssetMove[];
  /** Returns null if the document no longer has the identifier `from`. */
  move(move: AssetMove): StagedDocument | null;
}

/** Creates an empty list of moves for these documents. */
export function createInMemoryAssetMoves(
  documents: Map<string, StagedDocument>,
): InMemoryAssetMoves {
  const all: AssetMove[] = [];
  return {
    all,
    move: (move) => {
      const current = documents.get(move.uuid);
      if (current?.assetIdentifier !== move.from || !isMovableToAsset(current.status)) return null;
      all.push(move);
      const moved = { ...current, assetIdentifier: move.to, updatedAt: move.at };
      documents.set(moved.uuid, moved);
      return moved;
    },
  };
}
