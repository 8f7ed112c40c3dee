import { DomainError } from "../domain/errors";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../domain/webhook-secret";
import type { Ports } from "../ports";
import { replaceWebhookSecret } from "./replace-webhook-secret";
import { tellBuiltInReceiver } from "./tell-built-in-receiver";

/** What a rotation made. */
export interface RotatedSecret {
  /** Shown this once. */
  readonly secret: string;
  /** Until when the secret of before is valid beside it; null: there was none. */
  readonly previousExpiresAt: Date | null;
  /** Whether the built-in receiver accepts it already; null: there is no such receiver. */
  readonly isReceiverTold: boolean | null;
}

/**
 * Makes a new signing secret and shows it, this once. The secret of before stays valid beside it for 24 hours; one that was
 * on its way out already is forgotten. The built-in receiver is told, and one that does not answer changes nothing. Not
 * idempotent: each call makes another secret. No URL need be set.
 * @throws DomainError `secret-set-by-operator`: the next start would undo the rotation
 */
export async function rotateWebhookSecret(
  ports: Pick<
    Ports,
    | "webhookConfiguration"
    | "webhookPolicy"
    | "builtInReceiver"
    | "secretBox"
    | "randomness"
    | "clock"
  >,
): Promise<RotatedSecret> {
  if (ports.webhookPolicy.isSecretFixed) throw secretSetByOperator();
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  for (;;) {
    // A lost race is somebody else's rotation: this one comes after it.
    const { secret: replacing } = await ports.webhookConfiguration.find();
    const replaced = await replaceWebhookSecret(ports, { secret, replacing });
    if (replaced) return { secret, ...replaced, isReceiverTold: await tellBuiltInReceiver(ports) };
  }
}

const secretSetByOperator = () =>
  new DomainError(
    "secret-set-by-operator",
    "The setting WEBHOOK_SIGNING_SECRET decides the secret: change it and start Stagedoor again.",
  );
