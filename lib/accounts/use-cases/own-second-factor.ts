import type { Clock, Randomness, SecretBox } from "@/lib/kernel/ports";
import { authorOf, type Person, type Role } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { OneTimeCodes, SecondFactor, SecondFactorRepository } from "../access-ports";
import type { UserRepository } from "../ports";
import {
  needsSecondFactor,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  readCode,
  readRecoveryCode,
  type SecondFactorPolicy,
  toRecoveryCode,
} from "../rules/second-factor";
import {
  assertSecondFactor,
  hashRecoveryCode,
  noSecondFactor,
  type ProofPorts,
  proveOneself,
  type SecondFactorPorts,
} from "./second-factor";

/** The data for setting up an authenticator app, shown once and only to its owner. */
interface SecondFactorSetUp {
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
  const factor = { secret: ports.secretBox.seal(secret), at: ports.clock.now() };
  if (!(await ports.secondFactors.begin(user.id, factor))) {
    throw new DomainError(
      "second-factor-changed",
      "You already have a second factor. Remove it first to set up another one.",
    );
  }
  return { secret, address: ports.oneTimeCodes.setUpAddress(secret, user.email) };
}

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
    userId: actor.id,
    currentPassword: input.currentPassword,
    takeCode: async () => {
      const step = stepOf(ports, factor, input.code);
      if (step !== null) proven.push(step);
      return step !== null;
    },
  });
  const { codes, hashes } = makeRecoveryCodes(ports);
  const at = ports.clock.now();
  const note = {
    at,
    author: authorOf(actor),
    subject: `user:${actor.id}`,
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

/** The state of a user's own second factor. */
export interface OwnSecondFactorState {
  /** null if there is no second factor. */
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
  /** Whether the user's role requires a second factor. */
  readonly isRequired: boolean;
  /** Whether the account has a password; without one, there is nothing to add a second factor to. */
  readonly hasPassword: boolean;
}

/**
 * Returns the state of a signed-in user's own second factor.
 * @throws DomainError `sign-in-required` if the account no longer exists
 */
export async function findOwnSecondFactor(
  ports: {
    users: UserRepository;
    secondFactors: SecondFactorRepository;
    secondFactorPolicy: SecondFactorPolicy;
  },
  user: { readonly id: string; readonly email: string; readonly role: Role },
): Promise<OwnSecondFactorState> {
  const [account, factor] = await Promise.all([
    ports.users.findForSignIn(user.email),
    ports.secondFactors.find(user.id),
  ]);
  if (!account) throw new DomainError("sign-in-required", "This session has ended. Sign in again.");
  return {
    confirmedAt: factor?.confirmedAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
    isRequired: needsSecondFactor(ports.secondFactorPolicy, user.role),
    hasPassword: account.passwordHash !== null,
  };
}

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
    at: ports.clock.now(),
    author: authorOf(actor),
    subject: `user:${actor.id}`,
    action: "second-factor-removed",
  } as const;
  if (!(await ports.secondFactors.remove(actor.id, note))) throw noSecondFactor();
}

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
    at: ports.clock.now(),
    author: authorOf(actor),
    subject: `user:${actor.id}`,
    action: "recovery-codes-created",
  } as const;
  const didReplace = await ports.secondFactors.replaceRecoveryCodes(actor.id, { hashes, note });
  if (!didReplace) throw noSecondFactor();
  return codes;
}

/** Generates recovery codes in the form that their owner reads, and their hashes. Only the hashes are stored. */
function makeRecoveryCodes({ randomness }: { randomness: Randomness }): {
  readonly codes: readonly string[];
  readonly hashes: readonly Buffer[];
} {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toRecoveryCode(randomness.bytes(RECOVERY_CODE_BYTES)),
  );
  return { codes, hashes: codes.map((code) => hashRecoveryCode(readRecoveryCode(code) ?? code)) };
}
