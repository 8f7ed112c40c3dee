import { cache } from "react";
import { getContainer } from "@/app/container";
import { requireRole } from "@/app/require-role";
import type { AssetPlace } from "@/lib/assets/use-cases/find-asset-place";
import { findAssetPlace } from "@/lib/assets/use-cases/find-asset-place";
import { storedIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { viewerOf } from "@/lib/http/assets/viewer";
import { DomainError } from "@/lib/kernel/rules/errors";

/**
 * What is at an identifier, read once per render; null: it cannot be one, or no asset and no document has it.
 */
export const loadAssetPlace = cache(async (identifier: unknown): Promise<AssetPlace | null> => {
  const user = await requireRole("reader");
  if (typeof identifier !== "string" || storedIdentifierProblem(identifier)) return null;
  const viewer = viewerOf(user);
  return findAssetPlace(getContainer().ports, { identifier, viewer }).catch(noneAsNull);
});

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "asset-not-found") return null;
  throw error;
}
