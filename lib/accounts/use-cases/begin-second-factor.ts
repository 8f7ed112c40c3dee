import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { OneTimeCodes, SecondFactorRepository } from "../ports/second-factors";

/** What an authenticator app is set up with; shown to its owner only, and only now. */
export interface SecondFactorSetUp {
  readonly secret: string;
  /** What the QR code says. */
  readonly address: string;
}

/**
 * Makes a secret for a person's authenticator app. It counts from `confirmSecondFactor` on; beginning again replaces it.
 * @throws DomainError `second-factor-changed` when they have a second factor already
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
