import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type {
  OneTimeCodes,
  SecondFactor,
  SecondFactorRepository,
} from "../../ports/second-factors";
import { readRecoveryCode } from "../../rules/recovery-code";
import { readCode } from "../../rules/second-factor";
import { hashRecoveryCode } from "./hash-recovery-code";

/** The ports needed to check a typed code. */
export interface SecondFactorPorts {
  readonly secondFactors: SecondFactorRepository;
  readonly oneTimeCodes: OneTimeCodes;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

/**
 * Uses up a code from the authenticator app or a recovery code. Each code works only once, even for concurrent requests.
 * The use of a recovery code is audited. The caller must count the attempt first, because a six-digit code can be guessed
 * quickly.
 * @param factor a confirmed second factor of this user
 * @returns which kind of code it was; null if it was wrong or already used
 */
export async function takeSecondFactor(
  ports: SecondFactorPorts,
  {
    userId,
    factor,
    typed,
    author,
  }: { userId: string; factor: SecondFactor; typed: string; author: Author },
): Promise<"code" | "recovery-code" | null> {
  const at = ports.clock.now();
  const code = readCode(typed);
  if (code !== null) {
    const step = ports.oneTimeCodes.stepOf(ports.secretBox.open(factor.secret), code, at);
    const { secret } = factor;
    if (step === null) return null;
    return (await ports.secondFactors.takeStep(userId, { secret, step })) ? "code" : null;
  }
  const letters = readRecoveryCode(typed);
  if (letters === null) return null;
  const note = { at, author, action: "recovery-code-used", subject: `user:${userId}` } as const;
  const given = { hash: hashRecoveryCode(letters), note };
  return (await ports.secondFactors.takeRecoveryCode(userId, given)) ? "recovery-code" : null;
}
