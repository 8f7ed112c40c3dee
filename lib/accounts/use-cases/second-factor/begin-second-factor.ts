import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { OneTimeCodes, SecondFactorRepository } from "../../ports/second-factors";

/** The data for setting up an authenticator app, shown once and only to its owner. */
export interface SecondFactorSetUp {
  readonly secret: string;
  /** The content of the QR code. */
  readonly address: string;
}

/**
 * Creates a secret for a user's authenticator app. It takes effect once `confirmSecondFactor` confirms it; another call
 * replaces it.
 * @throws DomainError `second-factor-changed` if they already have a second factor
 */
export async function beginSecondFactor(
  ports: {
    secondFactors: SecondFactorRepository;
    oneTimeCodes: OneTimeCodes;
    secretBox: SecretBox;
    clock: Clock;
  },
  user: { readonly id: string; readonly email: string },
): Promise<SecondFactorSetUp> {
  const secret = ports.oneTimeCodes.newSecret();
  const given = { secret: ports.secretBox.seal(secret), at: ports.clock.now() };
  if (!(await ports.secondFactors.begin(user.id, given))) {
    throw new DomainError(
      "second-factor-changed",
      "You already have a second factor. Remove it first to set up another one.",
    );
  }
  return { secret, address: ports.oneTimeCodes.setUpAddress(secret, user.email) };
}
