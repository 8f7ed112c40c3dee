/** Encrypts what must not be readable in a copy of the database. */
export interface SecretBox {
  /** Another text of bytes each time, also for the same secret. */
  seal(secret: string): Buffer;
  /** @throws Error when the bytes were changed or sealed with another key */
  open(sealed: Buffer): string;
}
