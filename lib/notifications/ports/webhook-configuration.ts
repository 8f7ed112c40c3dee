import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DeliveryRun } from "./delivery-runs";

/** The webhook URL and the secrets that sign notifications. The secrets are encrypted: see `SecretBox`. */
export interface WebhookConfiguration {
  /** The URL as entered; null while no URL is set. */
  readonly url: string | null;
  /** null until a URL is first set or the secret is first rotated. */
  readonly secret: Buffer | null;
  /** The secret that the last rotation replaced. It also works until it expires, and is kept for a while after that. */
  readonly previousSecret: { readonly sealed: Buffer; readonly expiresAt: Date } | null;
}

/**
 * The single webhook configuration. Each change is atomic with its audit note, and reads return the last committed state.
 */
export interface WebhookConfigurationRepository {
  find(): Promise<WebhookConfiguration>;
  /**
   * Sets the URL and makes every pending notification due. `firstSecret` becomes the secret only if there is none, even
   * if two calls race to be the first.
   * @returns the runs that became due and must be woken
   */
  setUrl(
    url: string,
    given: { firstSecret: Buffer; at: Date },
    note: AuditNote,
  ): Promise<readonly DeliveryRun[]>;
  /** Removes the URL and keeps the secrets; harmless if no URL is set. */
  removeUrl(at: Date, note: AuditNote): Promise<void>;
  /**
   * Makes `secret` the signing secret if the current one is still `replacing` (null for none). The replaced secret stays
   * valid until `previousExpiresAt`. Any earlier previous secret is dropped.
   * @returns false if a concurrent call was first, in which case nothing was written
   */
  rotateSecret(
    secret: Buffer,
    given: { replacing: Buffer | null; previousExpiresAt: Date; at: Date },
    note: AuditNote,
  ): Promise<boolean>;
}

/** The operator's rules: which non-public addresses a webhook URL may use, and who can rotate the secret. */
export interface WebhookPolicy {
  readonly allowedNetworks: readonly string[];
  /** The origin of the built-in receiver; null if there is no built-in receiver. */
  readonly builtInOrigin: string | null;
  /** Whether an operator setting defines the signing secret, so that users cannot rotate it. */
  readonly isSecretFixed: boolean;
}
