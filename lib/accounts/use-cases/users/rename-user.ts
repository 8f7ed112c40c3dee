import type { Clock } from "@/lib/kernel/ports/system";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import type { User, UserRepository } from "../../ports/users";
import { userNameProblem } from "../../rules/user-name";
import {
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
  userAfter,
} from "./user-manager";

/**
 * Changes a user's name. Idempotent.
 * @throws DomainError `validation-failed` at `#/name` or `#/email`, `user-not-found`
 */
export async function renameUser(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  given: { readonly name: string; readonly manager: UserManager },
): Promise<User> {
  const name = given.name.trim();
  assertInput({ "#/name": userNameProblem(name) });
  const user = await findManaged(ports, ref);
  const author = authorOfManager(given.manager);
  const note = {
    ...{ at: ports.clock.now(), author },
    ...({ action: "user-renamed", subject: `user:${user.id}` } as const),
  };
  return userAfter(
    await ports.users.change(user.id, { kind: "name", name }, { note, mayBeLast: true }),
  );
}
