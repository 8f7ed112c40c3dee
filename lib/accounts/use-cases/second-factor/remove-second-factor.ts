import type { Clock } from "@/lib/kernel/ports/system";
import type { SecondFactorRepository } from "../../ports/second-factors";
import type { User, UserRepository } from "../../ports/users";
import {
  assertNotOwn,
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
} from "../users/user-manager";
import { noSecondFactor } from "./assert-second-factor";

/**
 * Removes the second factor of a user who has lost the device, with its recovery codes. From then on the password alone
 * is enough; if a second factor is required, the user must set up a new one at the next sign-in. Users cannot remove
 * their own second factor here, because `removeOwnSecondFactor` also checks the password and a code. Audited.
 * @throws DomainError `second-factor-changed` if this user has none; `own-account`, `user-not-found`; `validation-failed`
 * at `#/email`
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
