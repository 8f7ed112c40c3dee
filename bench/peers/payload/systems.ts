import type { CollectionConfig, Payload } from "payload";
import { settings } from "./settings";

/** The API's callers, which have keys instead of passwords. */
export const systems: CollectionConfig = {
  slug: "systems",
  auth: { useAPIKey: true, disableLocalStrategy: true },
  lockDocuments: false,
  fields: [],
};

/** Creates the API's only caller, with the key that the bench uses. */
export async function makeSystem(payload: Payload): Promise<void> {
  const { apiKey } = settings;
  const { totalDocs } = await payload.count({ collection: "systems" });
  if (totalDocs > 0 || !apiKey) return;
  await payload.create({ collection: "systems", data: { enableAPIKey: true, apiKey } });
}
