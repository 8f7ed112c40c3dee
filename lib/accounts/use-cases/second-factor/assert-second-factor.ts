import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { SecondFactor } from "../../ports/second-factors";
import { type ProofPorts, proveOneself } from "./prove-oneself";
import { type SecondFactorPorts, takeSecondFactor } from "./take-second-factor";

/**
 * Checks a signed-in user's password and a code from their second factor.
 * @throws DomainError `second-factor-changed` if they have no second factor; also any error from `proveOneself`
 */
export async function assertSecondFactor(
  ports: SecondFactorPorts & ProofPorts,
  input: { actor: Person; currentPassword: string; code: string },
): Promise<SecondFactor> {
  const { actor, currentPassword, code: typed } = input;
  const userId = actor.id;
  const author = authorOf(actor);
  const factor = await ports.secondFactors.find(userId);
  if (!factor?.confirmedAt) throw noSecondFactor();
  await proveOneself(ports, {
    ...{ userId, currentPassword },
    takeCode: async () =>
      (await takeSecondFactor(ports, { userId, factor, typed, author })) !== null,
  });
  return factor;
}

/** Creates the error for a missing second factor. */
export const noSecondFactor = () =>
  new DomainError("second-factor-changed", "There is no second factor. Reload the page.");
