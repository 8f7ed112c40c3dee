/** The receiver that the launcher runs next to the application, for testing. */
export interface BuiltInReceiver {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  /** From now on it accepts signatures of these secrets. Rejects when it does not answer. */
  verifyWith(secrets: readonly string[]): Promise<void>;
}
