import type { Ports } from "../ports";

/**
 * Notes that somebody looks at an identifier now, whether or not an asset has it: what came until now is not new to them
 * any more. @returns when they looked the last time, so that the page can mark what came since; null: never
 */
export async function noteAssetVisit(
  ports: Pick<Ports, "assetOverviews" | "clock">,
  { userId, identifier }: { userId: string; identifier: string },
): Promise<Date | null> {
  return ports.assetOverviews.noteVisit(userId, identifier, ports.clock.now());
}
