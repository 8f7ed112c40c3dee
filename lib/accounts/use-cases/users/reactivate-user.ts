import type { Clock } from "@/lib/kernel/ports/system";
import type { User, UserRepository } from "../../ports/users";
import {
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
  userAfter,
} from "./user-manager";

/**
 * Lets a deactivated user sign in again with their previous password. Idempotent.
 * @throws DomainError `user-not-found`; `validation-failed` at `#/email`
 */
export async function reactivateUser(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  given: { readonly manager: UserManager },
): Promise<User> {
  const user = await findManaged(ports, ref);
  const author = authorOfManager(given.manager);
  const note = {
    ...{ at: ports.clock.now(), author },
    ...({ action: "user-reactivated", subject: `user:${user.id}` } as const),
  };
  return userAfter(
    await ports.users.change(user.id, { kind: "reactivation" }, { note, mayBeLast: true }),
  );
}
