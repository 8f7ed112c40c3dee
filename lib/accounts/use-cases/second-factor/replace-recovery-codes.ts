import type { Randomness } from "@/lib/kernel/ports/system";
import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { assertSecondFactor, noSecondFactor } from "./assert-second-factor";
import { makeRecoveryCodes } from "./make-recovery-codes";
import type { ProofPorts } from "./prove-oneself";
import type { SecondFactorPorts } from "./take-second-factor";

/**
 * Replaces a user's recovery codes, after checking the password and a code.
 * @returns the recovery codes, shown only once
 * @throws any error from `assertSecondFactor`
 */
export async function replaceRecoveryCodes(
  ports: SecondFactorPorts & ProofPorts & { randomness: Randomness },
  input: { actor: Person; currentPassword: string; code: string },
): Promise<readonly string[]> {
  const { actor } = input;
  await assertSecondFactor(ports, input);
  const { codes, hashes } = makeRecoveryCodes(ports);
  const note = {
    ...{ at: ports.clock.now(), author: authorOf(actor), subject: `user:${actor.id}` },
    action: "recovery-codes-created",
  } as const;
  const didReplace = await ports.secondFactors.replaceRecoveryCodes(actor.id, { hashes, note });
  if (!didReplace) throw noSecondFactor();
  return codes;
}
