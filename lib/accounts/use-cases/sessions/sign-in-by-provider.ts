import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { Role } from "@/lib/kernel/rules/roles";
import type { ExternalIdentities, ExternalIdentity } from "../../ports/external-identities";
import type { SessionRepository } from "../../ports/sessions";
import type { User, UserRepository } from "../../ports/users";
import { vouchedEmailKey } from "../../rules/email";
import { startSession } from "./start-session";

/** Why an identity that its provider has authenticated gets no session. */
export type SingleSignOnRefusal = "no-role" | "email-not-verified" | "not-invited" | "deactivated";

/** The outcome of a single sign-on. */
export type SingleSignOnOutcome =
  | {
      readonly kind: "signed-in";
      readonly user: User;
      readonly sessionId: string;
      /** Whether the claimed role was ignored because there is no other administrator. */
      readonly keptLastAdministrator: boolean;
    }
  | { readonly kind: SingleSignOnRefusal };

/** An identity that a provider has authenticated, and where the sign-in comes from. */
export interface ProviderSignIn {
  readonly identity: ExternalIdentity;
  /** null if the provider sends none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** null if no claim is mapped to a role. */
  readonly role: Role | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

type ProviderPorts = {
  externalIdentities: ExternalIdentities;
  users: UserRepository;
  sessions: SessionRepository;
  clock: Clock;
  ids: Ids;
};

/** Single sign-on is the author of these changes, because the provider's claims decide them. */
const AUTHOR: Author = { actor: "single-sign-on" };

/**
 * Signs in somebody whom the identity provider has authenticated. The account is the one linked to the identity or, the
 * first time, the one that an administrator invited by the verified email. The claimed role is written each time, which
 * ends other sessions if it changes; the last administrator keeps the role. Somebody without a mapped role is rejected,
 * and all sessions of the account end (decision 0054).
 */
export async function signInByProvider(
  ports: ProviderPorts,
  given: ProviderSignIn,
): Promise<SingleSignOnOutcome> {
  if (given.role === null) {
    await endSessionsOf(ports, given.identity);
    return { kind: "no-role" };
  }
  const linked = await findOrLink(ports, given);
  if (typeof linked === "string") return { kind: linked };
  if (linked.deactivatedAt) return { kind: "deactivated" };
  const change = await ports.users.change(
    linked.id,
    { kind: "role", role: given.role },
    { mayBeLast: false, note: noteOf(ports, "user-role-changed", linked.id) },
  );
  const user = "user" in change ? change.user : linked;
  const { address, userAgent } = given;
  const method = "single-sign-on";
  const start = { user, method, secondFactorAt: null, address, userAgent } as const;
  const sessionId = await startSession(ports, start);
  if (sessionId === null) return { kind: "deactivated" };
  const keptLastAdministrator = change.kind === "last-administrator";
  return { kind: "signed-in", user, sessionId, keptLastAdministrator };
}

/** Also ends sessions by password. Audited if any was open. */
async function endSessionsOf(ports: ProviderPorts, identity: ExternalIdentity): Promise<void> {
  const user = await ports.externalIdentities.findUser(identity);
  if (!user) return;
  const note = noteOf(ports, "sessions-ended", user.id);
  const ending = { at: note.at, because: "role-changed", note } as const;
  await ports.sessions.end(user.id, { allBut: null }, ending);
}

async function findOrLink(
  ports: ProviderPorts,
  { identity, email, isEmailVerified }: ProviderSignIn,
): Promise<User | SingleSignOnRefusal> {
  const known = await ports.externalIdentities.findUser(identity);
  if (known) return known;
  // If users can choose their email at the provider, they could choose somebody else's.
  if (email === null || !isEmailVerified) return "email-not-verified";
  const emailKey = vouchedEmailKey(email);
  if (emailKey === null) return "not-invited";
  const note = { at: ports.clock.now(), author: AUTHOR, action: "identity-linked" } as const;
  const linked = await ports.externalIdentities.link(identity, { emailKey, note });
  // A concurrent sign-in by the same person may have linked the identity in the meantime.
  return linked ?? (await ports.externalIdentities.findUser(identity)) ?? "not-invited";
}

const noteOf = (
  { clock }: ProviderPorts,
  action: "user-role-changed" | "sessions-ended",
  userId: string,
) => ({
  at: clock.now(),
  author: AUTHOR,
  action,
  subject: `user:${userId}`,
});
