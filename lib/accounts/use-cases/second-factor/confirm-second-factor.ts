import type { Randomness } from "@/lib/kernel/ports/system";
import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { SecondFactor } from "../../ports/second-factors";
import { readCode } from "../../rules/second-factor";
import { makeRecoveryCodes } from "./make-recovery-codes";
import { type ProofPorts, proveOneself } from "./prove-oneself";
import type { SecondFactorPorts } from "./take-second-factor";

/**
 * Confirms the second factor that was begun, after checking the password and a first code from the app. This session then
 * counts as having provided a second factor; all other sessions of the user end.
 * @returns the recovery codes, shown only once
 * @throws DomainError `second-factor-changed` if none was begun, or if it was restarted or confirmed elsewhere in the
 * meantime; also any error from `proveOneself`
 */
export async function confirmSecondFactor(
  ports: SecondFactorPorts & ProofPorts & { randomness: Randomness },
  input: { actor: Person; sessionId: string; currentPassword: string; code: string },
): Promise<readonly string[]> {
  const { actor, sessionId } = input;
  const factor = await ports.secondFactors.find(actor.id);
  if (!factor || factor.confirmedAt) throw beginAgain();
  const proven: number[] = [];
  await proveOneself(ports, {
    ...{ userId: actor.id, currentPassword: input.currentPassword },
    takeCode: async () => {
      const step = stepOf(ports, factor, input.code);
      if (step !== null) proven.push(step);
      return step !== null;
    },
  });
  const { codes, hashes } = makeRecoveryCodes(ports);
  const at = ports.clock.now();
  const note = {
    ...{ at, author: authorOf(actor), subject: `user:${actor.id}` },
    action: "second-factor-added",
  } as const;
  const [step = 0] = proven;
  const proof = { secret: factor.secret, step, recoveryCodeHashes: hashes, sessionId, at, note };
  if (!(await ports.secondFactors.confirm(actor.id, proof))) throw beginAgain();
  return codes;
}

function stepOf(ports: SecondFactorPorts, factor: SecondFactor, typed: string): number | null {
  const code = readCode(typed);
  if (code === null) return null;
  return ports.oneTimeCodes.stepOf(ports.secretBox.open(factor.secret), code, ports.clock.now());
}

const beginAgain = () =>
  new DomainError(
    "second-factor-changed",
    "The setup was started again elsewhere or is already complete. Reload the page.",
  );
