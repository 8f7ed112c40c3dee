/** Encrypts secrets, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Returns different bytes each time, even for the same secret. */
  seal(secret: string): Buffer;
  /** @throws Error if the bytes were changed or sealed with a different key */
  open(sealed: Buffer): string;
}
