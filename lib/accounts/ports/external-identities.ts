import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { User } from "./users";

/**
 * An account at an identity provider. The provider never assigns the same pair of issuer and subject to a different
 * person.
 */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The links between accounts at identity providers and our accounts (decision 0054). */
export interface ExternalIdentities {
  /** Returns null if this identity is not linked to a user. */
  findUser(identity: ExternalIdentity): Promise<User | null>;
  /**
   * Links the identity to the active account with this email key that has an open invitation and no password yet, and uses up
   * the invitation. Only one of several concurrent calls succeeds. The subject of the audit entry is that account.
   * Returns null and writes nothing if there is no such account.
   * @param given.emailKey `vouchedEmailKey` of an email that the provider has verified
   */
  link(
    identity: ExternalIdentity,
    given: { readonly emailKey: string; readonly note: Omit<AuditNote, "subject"> },
  ): Promise<User | null>;
}
