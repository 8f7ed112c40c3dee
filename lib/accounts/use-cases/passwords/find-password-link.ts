import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordLink, PasswordLinks } from "../../ports/password-links";
import type { User } from "../../ports/users";
import { isPasswordLinkToken, passwordLinkState } from "../../rules/password-link";
import { hashPasswordLinkToken } from "../users/make-password-link";

/**
 * Finds the open link with that token, and its user. Looking a link up does not use it up, so programs that follow links
 * in messages do no harm.
 * @throws DomainError `password-link-not-found`, `password-link-used`, `password-link-expired`, `password-link-revoked`
 */
export async function findPasswordLink(
  ports: { passwordLinks: PasswordLinks; clock: Clock },
  token: string,
): Promise<{ link: PasswordLink; user: User }> {
  const found = isPasswordLinkToken(token)
    ? await ports.passwordLinks.find(hashPasswordLinkToken(token))
    : null;
  if (!found) {
    throw new DomainError(
      "password-link-not-found",
      "This link is incomplete or was never created. Copy the whole link, or ask an administrator for a new one.",
    );
  }
  const state = passwordLinkState(found.link, ports.clock.now());
  if (state === "open" && !found.user.deactivatedAt) return found;
  throw notOpen(state);
}

function notOpen(state: ReturnType<typeof passwordLinkState>): DomainError {
  if (state === "used") {
    return new DomainError(
      "password-link-used",
      "This link was already used. Sign in with the password you chose, or ask an administrator for a new link.",
    );
  }
  if (state === "expired") {
    return new DomainError(
      "password-link-expired",
      "This link has expired: it worked for 48 hours. Ask an administrator for a new one.",
    );
  }
  return new DomainError(
    "password-link-revoked",
    "This link no longer works: a newer one replaced it, or the account was changed. Use the newest link, or ask an administrator for another one.",
  );
}
