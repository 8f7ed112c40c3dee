import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { User } from "./users";

/** An account at an identity provider: the provider never reuses the pair for somebody else. */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The links between accounts of identity providers and ours (decision 0054). */
export interface ExternalIdentities {
  /** null: this identity is not linked to a user. */
  findUser(identity: ExternalIdentity): Promise<User | null>;
  /**
   * Links the identity to the active account with this email that was invited, whose invitation is open, and that no password opens yet;
   * the invitation is used up by it. Of two at once one wins. The audit entry's subject is that account.
   * null: there is no such account; nothing was written.
   * @param given.email in lower case, verified by the provider
   */
  link(
    identity: ExternalIdentity,
    given: { readonly email: string; readonly note: Omit<AuditNote, "subject"> },
  ): Promise<User | null>;
}
