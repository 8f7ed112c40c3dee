import { cache } from "react";
import { requirePage } from "@/app/access/require-role";
import { getContainer } from "@/app/current-container";
import { type AssetPlace, findAssetPlace } from "@/lib/assets/use-cases/asset-overviews";
import { storedIdentifierProblem } from "@/lib/documents/rules/staged-document";
import { viewerOf } from "@/lib/http/assets/cockpit-schemas";
import { DomainError } from "@/lib/kernel/rules/errors";

/**
 * Loads the asset and the document counts for an identifier, once per render. Returns null if the identifier is invalid,
 * or if no asset or document has it.
 */
export const loadAssetPlace = cache(async (identifier: unknown): Promise<AssetPlace | null> => {
  const user = await requirePage("/cockpit/asset");
  if (typeof identifier !== "string" || storedIdentifierProblem(identifier)) return null;
  const viewer = viewerOf(user);
  return findAssetPlace(getContainer().ports, { identifier, viewer }).catch(noneAsNull);
});

function noneAsNull(error: unknown): null {
  if (error instanceof DomainError && error.code === "asset-not-found") return null;
  throw error;
}
