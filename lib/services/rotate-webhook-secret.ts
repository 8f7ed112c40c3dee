import { DomainError } from "../domain/errors";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../domain/webhook-secret";
import type { Ports } from "../ports";
import { replaceWebhookSecret } from "./replace-webhook-secret";

/**
 * Makes a new signing secret and shows it, this once. The secret of before stays valid beside it for 24 hours; one that was
 * on its way out already is forgotten. Not idempotent: each call makes another secret. No URL need be set.
 * @throws DomainError `secret-set-by-operator`: the next start would undo the rotation
 */
export async function rotateWebhookSecret(
  ports: Pick<
    Ports,
    "webhookConfiguration" | "webhookPolicy" | "secretBox" | "randomness" | "clock"
  >,
): Promise<{ secret: string }> {
  if (ports.webhookPolicy.isSecretFixed) throw secretSetByOperator();
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  for (;;) {
    // A lost race is somebody else's rotation: this one comes after it.
    const { secret: replacing } = await ports.webhookConfiguration.find();
    if (await replaceWebhookSecret(ports, { secret, replacing })) return { secret };
  }
}

const secretSetByOperator = () =>
  new DomainError(
    "secret-set-by-operator",
    "The setting WEBHOOK_SIGNING_SECRET decides the secret: change it and start Stagedoor again.",
  );
