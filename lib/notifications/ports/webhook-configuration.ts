import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DeliveryRun } from "./delivery-runs";

/** Where notifications go and how they are signed. Secrets are sealed: see `SecretBox`. */
export interface WebhookConfiguration {
  /** As it was given; null while none is set. */
  readonly url: string | null;
  /** null until the first URL or the first rotation. */
  readonly secret: Buffer | null;
  /** The secret before the last rotation, valid until then, too; kept for a while after that. */
  readonly previousSecret: { readonly sealed: Buffer; readonly expiresAt: Date } | null;
}

/** The one webhook configuration; each method happens whole or not at all, with its note in the audit. What is read is the last that was committed. */
export interface WebhookConfigurationRepository {
  find(): Promise<WebhookConfiguration>;
  /**
   * Sets the URL and makes every pending notification due. `firstSecret` becomes the secret only while there is none, even
   * if two callers are the first.
   * @returns what became due, to be woken
   */
  setUrl(
    url: string,
    given: { firstSecret: Buffer; at: Date },
    note: AuditNote,
  ): Promise<readonly DeliveryRun[]>;
  /** Harmless while no URL is set; secrets stay. */
  removeUrl(at: Date, note: AuditNote): Promise<void>;
  /**
   * Makes this the secret if the one of now is still `replacing`, which stays valid until then; null if there is none.
   * What was previous already is forgotten.
   * @returns false when somebody else was first; then nothing was written
   */
  rotateSecret(
    secret: Buffer,
    given: { replacing: Buffer | null; previousExpiresAt: Date; at: Date },
    note: AuditNote,
  ): Promise<boolean>;
}

/** What the operator decides: where a webhook URL may lead although it is not public, and who rotates the secret. */
export interface WebhookPolicy {
  readonly allowedNetworks: readonly string[];
  /** Origin of the built-in receiver; null if there is none. */
  readonly builtInOrigin: string | null;
  /** Whether a setting of the operator decides the signing secret, so that nobody may rotate it. */
  readonly isSecretFixed: boolean;
}
