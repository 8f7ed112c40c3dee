import type { Ports } from "@/lib/documents/ports/staged-documents";

/**
 * Takes the webhook URL away: later changes are not notified (decision 0010). Harmless while none is set. The secrets stay,
 * so that a receiver that is set again verifies with what it has (decision 0018).
 */
export async function removeWebhookUrl(
  ports: Pick<Ports, "webhookConfiguration" | "clock">,
): Promise<void> {
  await ports.webhookConfiguration.removeUrl(ports.clock.now());
}
