import { DomainError } from "@/lib/kernel/rules/errors";
import type { Role } from "@/lib/kernel/rules/roles";
import type { SecondFactorRepository } from "../ports/second-factors";
import type { UserRepository } from "../ports/users";
import { needsSecondFactor, type SecondFactorPolicy } from "../rules/second-factor";

/** The user's own second factor. */
export interface OwnSecondFactorState {
  /** null if there is none. */
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
  /** Whether their role must have one. */
  readonly isRequired: boolean;
  /** Whether a password opens the account, so that there is something to add a second factor to. */
  readonly hasPassword: boolean;
}

/** Says what a signed-in person has as a second factor. @throws DomainError `sign-in-required` when the account is gone */
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
