import type { AuditNote } from "@/lib/kernel/rules/audit";

/** The secret that one user's authenticator app shares with us. */
export interface SecondFactor {
  /** Sealed by the `SecretBox`. */
  readonly secret: Buffer;
  readonly createdAt: Date;
  /** When the first code proved it; null: not required yet. */
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Second factors of people, at most one each (decision 0053). */
export interface SecondFactorRepository {
  /** null: the user has none and has not started to set one up. */
  find(userId: string): Promise<SecondFactor | null>;
  /** Stores an unproven secret, replacing an earlier one. false: one is already confirmed; nothing was written. */
  begin(userId: string, given: { readonly secret: Buffer; readonly at: Date }): Promise<boolean>;
  /**
   * Confirms exactly this unproven secret, with the step of the code that proved it, and stores the hashes of its recovery codes. This
   * session has then shown a second factor; every other session of the person ends with `second-factor-added`. false: it was confirmed
   * or restarted in the meantime; nothing was written.
   */
  confirm(userId: string, given: SecondFactorProof): Promise<boolean>;
  /**
   * Accepts the code of a step once: false when it or a later one was already accepted, even by a concurrent call. The secret is the
   * one that the code was checked against.
   */
  takeStep(
    userId: string,
    given: { readonly secret: Buffer; readonly step: number },
  ): Promise<boolean>;
  /**
   * Uses up a recovery code at `note.at`, audited: false when there is no such code or it was already used, even by a concurrent
   * call; nothing was written.
   */
  takeRecoveryCode(
    userId: string,
    given: { readonly hash: Buffer; readonly note: AuditNote },
  ): Promise<boolean>;
  /** Stores new recovery codes in place of all earlier ones. false: there is no confirmed second factor. */
  replaceRecoveryCodes(
    userId: string,
    given: { readonly hashes: readonly Buffer[]; readonly note: AuditNote },
  ): Promise<boolean>;
  /**
   * Removes it with its recovery codes, including one that was never confirmed. false: there was no confirmed one to
   * remove.
   */
  remove(userId: string, note: AuditNote): Promise<boolean>;
}

/** What confirms a second factor. */
export interface SecondFactorProof {
  readonly secret: Buffer;
  readonly step: number;
  readonly recoveryCodeHashes: readonly Buffer[];
  readonly sessionId: string;
  readonly at: Date;
  readonly note: AuditNote;
}

/** Codes of authenticator apps by time: TOTP, RFC 6238. */
export interface OneTimeCodes {
  /** A different one each time, in letters that people can type into an app. */
  newSecret(): string;
  /** The address that an app reads from a QR code. */
  setUpAddress(secret: string, account: string): string;
  /** The 30 s step of this code: the current, previous or next one. null: none of them. */
  stepOf(secret: string, code: string, at: Date): number | null;
}
