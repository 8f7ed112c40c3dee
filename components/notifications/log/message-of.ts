import { errorMessage } from "@/lib/kernel/rules/error-message";
import { CockpitProblem } from "../../api/call-cockpit";
import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";

/** Why a call failed, for people; where the API's own words speak of its calls, ours speak of this page. */
export function messageOf(error: unknown): string {
  if (error instanceof CockpitProblem && error.code === "webhook-not-configured") {
    return WEBHOOK_TEXTS.nothingSet;
  }
  return errorMessage(error);
}
