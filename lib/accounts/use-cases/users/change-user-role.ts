import type { Clock } from "@/lib/kernel/ports/system";
import type { Role } from "@/lib/kernel/rules/roles";
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
 * Changes a user's role, which ends all their sessions. Users cannot change their own role, and the last active
 * administrator cannot be demoted unless an operator forces it. Idempotent.
 * @throws DomainError `own-account`, `last-administrator`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function changeUserRole(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  given: {
    readonly role: Role;
    readonly manager: UserManager;
    readonly isForced?: boolean | undefined;
  },
): Promise<User> {
  const { role, manager, isForced = false } = given;
  const user = await findManaged(ports, ref);
  if (user.role !== role) assertNotOwn(manager, user, "change the role of");
  const author = authorOfManager(manager);
  const note = {
    ...{ at: ports.clock.now(), author },
    ...({ action: "user-role-changed", subject: `user:${user.id}` } as const),
  };
  const change = { kind: "role", role } as const;
  return userAfter(await ports.users.change(user.id, change, { note, mayBeLast: isForced }));
}
