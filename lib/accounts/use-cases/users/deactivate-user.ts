import type { Clock } from "@/lib/kernel/ports/system";
import type { User, UserRepository } from "../../ports/users";
import {
  assertNotOwn,
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
  userAfter,
} from "./user-manager";

/**
 * Ends all sessions of a user, revokes their links and blocks sign-in until the user is reactivated. Users cannot
 * deactivate themselves, and the last active administrator cannot be deactivated unless an operator forces it.
 * Idempotent.
 * @returns the user, and how many users can still sign in
 * @throws DomainError `own-account`, `last-administrator`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function deactivateUser(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  given: { readonly manager: UserManager; readonly isForced?: boolean | undefined },
): Promise<{ user: User; activeUserCount: number }> {
  const { manager, isForced = false } = given;
  const found = await findManaged(ports, ref);
  assertNotOwn(manager, found, "deactivate");
  const author = authorOfManager(manager);
  const note = {
    ...{ at: ports.clock.now(), author },
    ...({ action: "user-deactivated", subject: `user:${found.id}` } as const),
  };
  const change = { kind: "deactivation" } as const;
  const user = userAfter(await ports.users.change(found.id, change, { note, mayBeLast: isForced }));
  return { user, activeUserCount: await ports.users.countActive() };
}
