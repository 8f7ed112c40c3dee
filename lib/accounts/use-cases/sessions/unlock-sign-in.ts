import type { Clock } from "@/lib/kernel/ports/system";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { LiftedThrottle, SignInThrottle, UserRepository } from "../../ports/users";
import { findAccount } from "../users/find-account";

/**
 * Removes sign-in locks for an operator. This also resets the counts of any attackers.
 * @param lifted.email a user's email, in upper or lower case
 * @param lifted.address in the form of `ClientAddress.key`
 * @returns how many counters were rejecting attempts
 * @throws DomainError `validation-failed` at `#/email` if no user has it, `database-unavailable`
 */
export async function unlockSignIn(
  ports: { users: UserRepository; signInThrottle: SignInThrottle; clock: Clock },
  lifted: LiftedThrottle,
): Promise<number> {
  const note = {
    ...{ at: ports.clock.now(), author: COMMAND_AUTHOR },
    ...({ action: "sign-in-unlocked" } as const),
  };
  if (!("email" in lifted)) {
    return ports.signInThrottle.lift(lifted, { ...note, subject: "sign-in" });
  }
  const { id, email } = await findAccount(ports, lifted);
  return ports.signInThrottle.lift({ email }, { ...note, subject: `user:${id}` });
}
