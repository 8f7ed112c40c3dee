import { DomainError } from "@/lib/kernel/rules/errors";
import type { Role } from "@/lib/kernel/rules/roles";
import type { SecondFactorRepository } from "../../ports/second-factors";
import type { UserRepository } from "../../ports/users";
import { needsSecondFactor, type SecondFactorPolicy } from "../../rules/second-factor";

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
