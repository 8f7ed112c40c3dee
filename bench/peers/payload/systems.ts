import type { CollectionConfig, Payload } from "payload";
import { settings } from "./settings";

/** Who may call the API: by key, without passwords. */
export const systems: CollectionConfig = {
  slug: "systems",
  auth: { useAPIKey: true, disableLocalStrategy: true },
  lockDocuments: false,
  fields: [],
};

/** Makes the one system with the key of the bench. */
export async function makeSystem(payload: Payload): Promise<void> {
  const { apiKey } = settings;
  const { totalDocs } = await payload.count({ collection: "systems" });
  if (totalDocs > 0 || !apiKey) return;
  await payload.create({ collection: "systems", data: { enableAPIKey: true, apiKey } });
}
