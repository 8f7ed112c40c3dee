import type { Ports } from "@/lib/documents/ports/staged-documents";
import { DomainError } from "@/lib/kernel/rules/errors";

/** @throws DomainError `webhook-not-configured` */
export async function requireWebhook(ports: Pick<Ports, "webhookConfiguration">): Promise<void> {
  const { url } = await ports.webhookConfiguration.find();
  if (url === null) throw webhookNotConfigured();
}

/** The one way to say that nothing can be sent. */
export const webhookNotConfigured = () =>
  new DomainError(
    "webhook-not-configured",
    "No webhook URL is set, so nothing can be sent. Set one with POST /external-api/external-dms-configuration, then send again.",
  );
