import type { PartSettings } from "@/lib/env/read-settings";
import { showWebhookSecrets } from "@/lib/notifications/use-cases/show-webhook-secrets";

/** What notifications are signed with now, newest first. */
export async function readSigningSecrets(settings: PartSettings): Promise<readonly string[]> {
  // Loaded late: whoever only hands documents in need not wait for the whole application.
  const { createContainer } = await import("@/app/container");
  const container = createContainer(settings);
  try {
    const { secret, previous } = await showWebhookSecrets(container.ports);
    return [secret, previous?.secret].filter((text) => typeof text === "string");
  } finally {
    await container.close();
  }
}
