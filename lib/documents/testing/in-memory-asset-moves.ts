import type { AssetMove } from "../ports/staged-documents";
import { isMovableToAsset } from "../rules/movable";
import type { StagedDocument } from "../rules/staged-document";

/** Moves to other assets in memory, and what they leave behind. */
export interface InMemoryAssetMoves {
  /** In the order of writing. */
  readonly all: readonly AssetMove[];
  /** null: the document is not where the move starts. */
  move(move: AssetMove): StagedDocument | null;
}

/** None of these documents was moved yet. */
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
