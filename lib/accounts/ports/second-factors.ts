import type { AuditNote } from "@/lib/kernel/rules/audit";

/** What an authenticator app and we share about one person. */
export interface SecondFactor {
  /** Sealed by the `SecretBox`. */
  readonly secret: Buffer;
  readonly createdAt: Date;
  /** When the first code proved it; null: it is not asked for yet. */
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Second factors of people, at most one each (decision 0053). */
export interface SecondFactorRepository {
  /** null: this person has none and has begun none. */
  find(userId: string): Promise<SecondFactor | null>;
  /** Keeps a secret that is not proven yet, in place of an earlier one. false: one is confirmed already; nothing was written. */
  begin(userId: string, given: { readonly secret: Buffer; readonly at: Date }): Promise<boolean>;
  /**
   * Confirms exactly this unproven secret, with the step of the code that proved it, and stores the hashes of its recovery codes. This
   * session has then shown a second factor; every other session of the person ends with `second-factor-added`. false: it was confirmed
   * or begun again in the meantime; nothing was written.
   */
  confirm(userId: string, given: SecondFactorProof): Promise<boolean>;
  /**
   * Takes the code of a step, once: false when it or a later one was taken before, even if two ask at the same time. The secret is the
   * one that the code was checked against.
   */
  takeStep(
    userId: string,
    given: { readonly secret: Buffer; readonly step: number },
  ): Promise<boolean>;
  /**
   * Uses up a recovery code at `note.at`, audited: false when there is no such code or it was used before, even if two ask at the
   * same time; nothing was written.
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
  /** Removes it with its recovery codes, also one that was only begun. false: there was no confirmed one to remove. */
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
  /** Another one each time, in the letters that people type into an app. */
  newSecret(): string;
  /** The address that an app reads from a QR code. */
  setUpAddress(secret: string, account: string): string;
  /** The step of 30 s whose code this is: the one of now, the one before or the one after. null: it is none of theirs. */
  stepOf(secret: string, code: string, at: Date): number | null;
}
