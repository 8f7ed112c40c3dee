import type { Clock } from "@/lib/kernel/ports/system";
import type { Person } from "@/lib/kernel/rules/actor";
import { authorOf } from "@/lib/kernel/rules/actor";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordLinks } from "../../ports/password-links";
import type { PasswordHasher, User } from "../../ports/users";
import { passwordProblem } from "../../rules/password";
import { hashPasswordLinkToken } from "../users/make-password-link";
import { findPasswordLink } from "./find-password-link";

/**
 * Sets the password of the account that a link is for, uses up the link and ends every session of the account. Only one
 * of several concurrent calls succeeds.
 * @param input.call the request that sets the password, for the audit log
 * @throws DomainError `validation-failed` at `#/newPassword`; `rate-limited` while too many passwords are being hashed;
 * also any error from `findPasswordLink`
 */
export async function setPasswordByLink(
  ports: { passwordLinks: PasswordLinks; passwordHasher: PasswordHasher; clock: Clock },
  input: {
    readonly token: string;
    readonly newPassword: string;
    readonly call: Pick<Person, "requestId" | "address">;
  },
): Promise<User> {
  const { token, newPassword, call } = input;
  // The link is checked before the password, so that no password is hashed without a valid link.
  const { user } = await findPasswordLink(ports, token);
  assertInput({ "#/newPassword": passwordProblem(newPassword) });
  const { passwordHasher } = ports;
  const passwordHash = await passwordHasher.inTurn("stranger", () =>
    passwordHasher.hash(newPassword),
  );
  const note = {
    at: ports.clock.now(),
    author: authorOf({ ...call, kind: user.role, id: user.id, sessionId: null }),
    action: "password-set-by-link",
    subject: `user:${user.id}`,
  } as const;
  const changed = await ports.passwordLinks.use(hashPasswordLinkToken(token), passwordHash, note);
  if (changed) return changed;
  // The link was used or revoked in the meantime; looking it up again throws the matching error.
  await findPasswordLink(ports, token);
  throw new DomainError("too-much-contention", "The link is being used. Try again.");
}
