import type { Clock } from "@/lib/kernel/ports/system";
import type { SecondFactorRepository } from "../ports/second-factors";
import type { User, UserRepository } from "../ports/users";
import { noSecondFactor } from "./assert-second-factor";
import {
  assertNotOwn,
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
} from "./user-manager";

/**
 * Removes a second factor with its recovery codes, because somebody who has lost the device: from now on the password alone signs in,
 * and where a second factor is required, the next sign-in leads to setting up another one. Nobody removes their own here:
 * `removeOwnSecondFactor` asks for password and code. Audited.
 * @throws DomainError `second-factor-changed` when this user has none; `own-account`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function removeSecondFactor(
  ports: { users: UserRepository; secondFactors: SecondFactorRepository; clock: Clock },
  ref: UserRef,
  { manager }: { readonly manager: UserManager },
): Promise<User> {
  const user = await findManaged(ports, ref);
  assertNotOwn(manager, user, "remove the second factor of");
  const note = {
    ...{ at: ports.clock.now(), author: authorOfManager(manager), subject: `user:${user.id}` },
    action: "second-factor-removed",
  } as const;
  if (!(await ports.secondFactors.remove(user.id, note))) throw noSecondFactor();
  return user;
}
