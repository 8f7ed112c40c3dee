/** The receiver that the launcher runs next to the application, for testing. */
export interface BuiltInReceiver {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Makes the receiver accept signatures with these secrets from now on. Rejects if the receiver does not respond. */
  verifyWith(secrets: readonly string[]): Promise<void>;
}
