/** Encrypts secrets, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Different bytes each time, even for the same secret. */
  seal(secret: string): Buffer;
  /** @throws Error when the bytes were changed or sealed with another key */
  open(sealed: Buffer): string;
}
