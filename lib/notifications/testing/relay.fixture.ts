import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { arrangeDelivery } from "./delivery.fixture";

/** Creates ports with a webhook URL, and this many new documents that are not in a notification yet. */
export async function arrangeRelay(documentCount: number) {
  const { ports, relay } = await arrangeDelivery();
  const makeDocuments = async (count: number) => {
    for (let index = 0; index < count; index += 1) await makeDocumentAt(ports, 1);
  };
  await makeDocuments(documentCount);
  const sizes = () => ports.notifications.all().map(({ itemCount }) => itemCount);
  return { ports, relay, makeDocuments, sizes };
}

/** Creates eight outstanding notifications. */
export async function arrangeBusyRelay() {
  const parts = await arrangeRelay(0);
  for (let count = 0; count < 8; count += 1) {
    await parts.makeDocuments(1);
    await parts.relay();
  }
  return parts;
}
