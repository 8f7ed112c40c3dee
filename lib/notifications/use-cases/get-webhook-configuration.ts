import type { Ports } from "@/lib/documents/ports/staged-documents";

/** Where notifications go, exactly as it was given; null while none is set. Never a secret. */
export async function getWebhookConfiguration(
  ports: Pick<Ports, "webhookConfiguration">,
): Promise<{ url: string | null }> {
  const { url } = await ports.webhookConfiguration.find();
  return { url };
}
