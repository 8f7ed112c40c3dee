import type { AuditNote } from "@/lib/kernel/rules/audit";

/** The secret that a user's authenticator app shares with us. */
export interface SecondFactor {
  /** Encrypted by the `SecretBox`. */
  readonly secret: Buffer;
  readonly createdAt: Date;
  /**
   * The time at which the first valid code confirmed the secret; null if it is unconfirmed, in which case signing in does
   * not require a code.
   */
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Second factors of users, at most one each (decision 0053). */
export interface SecondFactorRepository {
  /** Returns null if the user has no second factor and has not started to set one up. */
  find(userId: string): Promise<SecondFactor | null>;
  /**
   * Stores an unconfirmed secret in place of any earlier one. Returns false and writes nothing if the user already has a
   * confirmed secret.
   */
  begin(userId: string, given: { readonly secret: Buffer; readonly at: Date }): Promise<boolean>;
  /**
   * Confirms exactly this secret, and stores the step of the code that confirmed it and the hashes of its recovery codes.
   * This session now counts as having provided a second factor; every other session of the user ends with
   * `second-factor-added`. Returns false and writes nothing if the secret has been confirmed or replaced in the meantime.
   */
  confirm(userId: string, given: SecondFactorProof): Promise<boolean>;
  /**
   * Accepts the code of a step only once. Returns false if the code of this step or a later one was already accepted,
   * even by a concurrent call. `given.secret` is the secret that the code was checked against.
   */
  takeStep(
    userId: string,
    given: { readonly secret: Buffer; readonly step: number },
  ): Promise<boolean>;
  /**
   * Uses up a recovery code at `note.at` and writes the audit entry. Returns false and writes nothing if there is no such
   * code or it was already used, even by a concurrent call.
   */
  takeRecoveryCode(
    userId: string,
    given: { readonly hash: Buffer; readonly note: AuditNote },
  ): Promise<boolean>;
  /** Stores new recovery codes in place of all earlier ones. Returns false if there is no confirmed second factor. */
  replaceRecoveryCodes(
    userId: string,
    given: { readonly hashes: readonly Buffer[]; readonly note: AuditNote },
  ): Promise<boolean>;
  /**
   * Removes the second factor, confirmed or not, and its recovery codes. Returns false if there was no confirmed second
   * factor to remove.
   */
  remove(userId: string, note: AuditNote): Promise<boolean>;
}

/** The data that confirms a second factor. */
export interface SecondFactorProof {
  readonly secret: Buffer;
  readonly step: number;
  readonly recoveryCodeHashes: readonly Buffer[];
  readonly sessionId: string;
  readonly at: Date;
  readonly note: AuditNote;
}

/** Time-based codes from authenticator apps: TOTP, RFC 6238. */
export interface OneTimeCodes {
  /** Generates a new secret, in letters that users can type into an app. */
  newSecret(): string;
  /** Returns the URI that an app reads from a QR code. */
  setUpAddress(secret: string, account: string): string;
  /** Returns the 30-second step of this code (current, previous or next); null if it matches none of them. */
  stepOf(secret: string, code: string, at: Date): number | null;
}
