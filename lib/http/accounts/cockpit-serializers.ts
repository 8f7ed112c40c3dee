import type { OwnSecondFactorState } from "@/lib/accounts/use-cases/find-own-second-factor";
import { type OwnSecondFactor, ownSecondFactor } from "./cockpit-schemas";

/** One's own second factor as its page gets it. */
export const renderOwnSecondFactor = (state: OwnSecondFactorState): OwnSecondFactor =>
  ownSecondFactor.parse({ ...state, confirmedAt: state.confirmedAt?.toISOString() ?? null });
