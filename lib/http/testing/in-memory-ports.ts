import { makeAccountPorts } from "@/lib/accounts/testing/in-memory-account-ports";
import { makeAssetPorts } from "@/lib/assets/testing/in-memory-asset-ports";
import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createInMemoryLiveChanges } from "@/lib/live/testing/in-memory-live-changes";
import { makeNotificationPorts } from "@/lib/notifications/testing/in-memory-notification-ports";
import { makeProcessingPorts } from "@/lib/processing/testing/in-memory-processing-ports";
import { makeUpkeepPorts } from "@/lib/upkeep/testing/in-memory-upkeep-ports";

/** All ports in memory, connected like the real ones, with additional functions for tests. */
export type InMemoryPorts = ReturnType<typeof makePorts>;

/** Creates new, empty ports. */
export function makePorts() {
  const documentPorts = makeDocumentPorts();
  const { assets, ...assetPorts } = makeAssetPorts(documentPorts);
  const { notifications, ...notificationPorts } = makeNotificationPorts(documentPorts);
  return {
    ...makeAccountPorts(documentPorts),
    ...assetPorts,
    ...notificationPorts,
    ...makeUpkeepPorts(documentPorts),
    ...makeProcessingPorts(documentPorts),
    assets,
    notifications,
    liveChanges: createInMemoryLiveChanges(documentPorts.documents.history, assets, notifications),
  };
}
