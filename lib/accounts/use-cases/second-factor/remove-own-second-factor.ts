import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { needsSecondFactor, type SecondFactorPolicy } from "../../rules/second-factor";
import { assertSecondFactor, noSecondFactor } from "./assert-second-factor";
import type { ProofPorts } from "./prove-oneself";
import type { SecondFactorPorts } from "./take-second-factor";

/**
 * Removes a user's own second factor with its recovery codes, after checking the password and a code.
 * @throws DomainError `second-factor-required` if their role must have one; also any error from `assertSecondFactor`
 */
export async function removeOwnSecondFactor(
  ports: SecondFactorPorts & ProofPorts & { secondFactorPolicy: SecondFactorPolicy },
  input: { actor: Person; currentPassword: string; code: string },
): Promise<void> {
  const { actor } = input;
  if (needsSecondFactor(ports.secondFactorPolicy, actor.kind)) {
    throw new DomainError(
      "second-factor-required",
      "Your role needs a second factor, so you cannot remove it. If you have lost your device, an administrator can remove it.",
    );
  }
  await assertSecondFactor(ports, input);
  const note = {
    ...{ at: ports.clock.now(), author: authorOf(actor), subject: `user:${actor.id}` },
    action: "second-factor-removed",
  } as const;
  if (!(await ports.secondFactors.remove(actor.id, note))) throw noSecondFactor();
}
