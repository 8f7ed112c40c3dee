import type { InMemoryAssets } from "@/lib/assets/testing/in-memory-assets";
import type { InMemoryHistory } from "@/lib/documents/testing/in-memory-history";
import type { InMemoryNotifications } from "@/lib/notifications/testing/in-memory-notifications";
import type { LiveChanges, LivePosition } from "../ports";

const LISTED_MAX = 500;

/** Detects changes in memory, where every id is committed immediately. */
export function createInMemoryLiveChanges(
  history: InMemoryHistory,
  assets: Pick<InMemoryAssets, "all">,
  notifications: InMemoryNotifications,
): LiveChanges {
  const position = (first: bigint): LivePosition => ({
    unseenChanges: [{ first, last: null, since: new Date(0) }],
    assetsMark: JSON.stringify(assets.all()),
    notificationsMark: JSON.stringify([
      notifications.all(),
      notifications.attempts.length,
      notifications.receiver(),
    ]),
  });
  return {
    async look(after) {
      const first = after?.unseenChanges[0]?.first ?? BigInt(history.rows.length + 1);
      const seen = history.rows.filter(({ change }) => change.id >= first).slice(0, LISTED_MAX);
      const now = position(first + BigInt(seen.length));
      const isTooMuch = seen.length >= LISTED_MAX;
      const identifiers = new Set(seen.map(({ assetIdentifier }) => assetIdentifier));
      const news = {
        assetIdentifiers: isTooMuch ? [] : [...identifiers],
        areAssetsChanged: after !== null && after.assetsMark !== now.assetsMark,
        areNotificationsChanged:
          after !== null && after.notificationsMark !== now.notificationsMark,
        isTooMuch,
      };
      return { news, position: now };
    },
  };
}
