import { PREVIOUS_SECRET_VALID_SECONDS } from "../domain/webhook-secret";
import type { Ports } from "../ports";

/**
 * Makes this the signing secret if the one of now is still the one that was read; that one stays valid for 24 hours.
 * @param replacing as it is sealed; null: there was none
 * @returns false when somebody else was first; then nothing was changed
 */
export function replaceWebhookSecret(
  ports: Pick<Ports, "webhookConfiguration" | "secretBox" | "clock">,
  { secret, replacing }: { secret: string; replacing: Buffer | null },
): Promise<boolean> {
  const at = ports.clock.now();
  const previousExpiresAt = new Date(at.getTime() + PREVIOUS_SECRET_VALID_SECONDS * 1000);
  const sealed = ports.secretBox.seal(secret);
  return ports.webhookConfiguration.rotateSecret(sealed, { replacing, previousExpiresAt, at });
}
