import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { SecondFactor } from "../ports/second-factors";
import { type ProofPorts, proveOneself } from "./prove-oneself";
import { type SecondFactorPorts, takeSecondFactor } from "./take-second-factor";

/**
 * Asks a signed-in person for their password and for a code of the second factor that they have.
 * @throws DomainError as `proveOneself`; `second-factor-changed` when they have none
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

/** The one way to say that there is none. */
export const noSecondFactor = () =>
  new DomainError("second-factor-changed", "There is no second factor. Reload the page.");
