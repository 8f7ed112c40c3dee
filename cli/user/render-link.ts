import type { User } from "@/lib/accounts/ports/users";
import { passwordLinkPath } from "@/lib/accounts/rules/password-link";
import type { MadePasswordLink } from "@/lib/accounts/use-cases/users/make-password-link";
import { renderTime } from "../command/text-table";

/** Renders a new link, which is not shown again, and how to pass it on. */
export function renderLink({
  user,
  link,
  publicUrl,
}: {
  readonly user: User;
  readonly link: MadePasswordLink;
  readonly publicUrl: string;
}): string {
  const purpose = link.kind === "invitation" ? "a password" : "a new password";
  return [
    `${publicUrl}${passwordLinkPath(link.token)}`,
    "",
    `With this link, ${user.email} can choose ${purpose}. It works once, until ${renderTime(link.expiresAt)} UTC.`,
    "It is shown only once. Send it only to that person: anyone who has it can open the account.",
    "",
  ].join("\n");
}
