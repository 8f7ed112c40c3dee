import type { Clock } from "@/lib/kernel/ports/system";
import type { AssetOverviews, Viewer } from "../ports/asset-overviews";

/**
 * Notes that somebody looks at an identifier now, whether or not an asset has it: what came until now is not new to them
 * any more. @returns since when documents were new to them: their last look, or the begin of their account
 */
export async function noteAssetVisit(
  ports: { assetOverviews: AssetOverviews; clock: Clock },
  { viewer, identifier }: { viewer: Viewer; identifier: string },
): Promise<Date> {
  const { userId, since } = viewer;
  return (await ports.assetOverviews.noteVisit(userId, identifier, ports.clock.now())) ?? since;
}
