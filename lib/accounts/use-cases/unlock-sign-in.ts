import type { Clock } from "@/lib/kernel/ports/system";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { LiftedThrottle, SignInThrottle, UserRepository } from "../ports/users";
import { findAccount } from "./find-account";

/**
 * Removes sign-in locks for an operator. The counts of attackers start again as well.
 * @param lifted.email in any case, of a user
 * @param lifted.address as `ClientAddress.key` names it
 * @returns how many counters refused tries until now
 * @throws DomainError `validation-failed` at `#/email` when nobody has it, `database-unavailable`
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
