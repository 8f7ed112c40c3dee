/** Where notifications go and how they are signed. Secrets are sealed: see `SecretBox`. */
export interface WebhookConfiguration {
  /** As it was given; null while none is set. */
  readonly url: string | null;
  /** null until the first URL or the first rotation. */
  readonly secret: Buffer | null;
  /** The secret of before the last rotation, valid beside the new one until then; kept for a while after it. */
  readonly previousSecret: { readonly sealed: Buffer; readonly expiresAt: Date } | null;
}

/** The one webhook configuration; each method is one statement. What is read is the last that was committed. */
export interface WebhookConfigurationRepository {
  find(): Promise<WebhookConfiguration>;
  /** Sets the URL; `firstSecret` becomes the secret only while there is none, also when two callers are the first. */
  setUrl(url: string, given: { firstSecret: Buffer; at: Date }): Promise<void>;
  /** Harmless while no URL is set; secrets stay. */
  removeUrl(at: Date): Promise<void>;
  /** Makes this the secret; the one of before stays valid until then. What was previous already is forgotten. */
  rotateSecret(secret: Buffer, given: { previousExpiresAt: Date; at: Date }): Promise<void>;
}

/** What a webhook URL may lead to although it is not public. */
export interface WebhookPolicy {
  readonly allowedNetworks: readonly string[];
  /** Origin of the built-in receiver; null: there is none. */
  readonly builtInOrigin: string | null;
}

/** Encrypts what must not be readable in a copy of the database. */
export interface SecretBox {
  /** Another text of bytes each time, also for the same secret. */
  seal(secret: string): Buffer;
  /** @throws Error when the bytes were changed or sealed with another key */
  open(sealed: Buffer): string;
}
