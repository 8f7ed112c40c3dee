import type { LiftedThrottle, SignInThrottle, UserRepository } from "../ports/users";
import { findAccount } from "./find-account";

/**
 * Lets people try to sign in again who were refused for too many tries, as an operator may. Who guesses begins again as well.
 * @param lifted.email in any case, of an administrator
 * @param lifted.address as `ClientAddress.key` names it
 * @returns how many counters refused tries until now
 * @throws DomainError `validation-failed` at `#/email` when nobody has it, `database-unavailable`
 */
export async function unlockSignIn(
  ports: { users: UserRepository; signInThrottle: SignInThrottle },
  lifted: LiftedThrottle,
): Promise<number> {
  if (!("email" in lifted)) return ports.signInThrottle.lift(lifted);
  const { email } = await findAccount(ports, lifted);
  return ports.signInThrottle.lift({ email });
}
