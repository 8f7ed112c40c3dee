import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { SecondFactorRepository } from "../ports/second-factors";
import { noSecondFactor } from "./assert-second-factor";

/**
 * Removes a second factor with its recovery codes, for somebody who has lost the device: from now on the password alone signs in, and
 * where a second factor is required, the next sign-in leads to setting up another one. Audited.
 * @throws DomainError `second-factor-changed` when this user has none
 */
export async function removeSecondFactor(
  ports: { secondFactors: SecondFactorRepository; clock: Clock },
  input: { userId: string; author: Author },
): Promise<void> {
  const { userId, author } = input;
  const note = {
    ...{ at: ports.clock.now(), author, subject: `user:${userId}` },
    action: "second-factor-removed",
  } as const;
  if (!(await ports.secondFactors.remove(userId, note))) throw noSecondFactor();
}
