import { errorMessage } from "@/lib/kernel/rules/error-message";
import { CockpitProblem } from "../../api/call-cockpit";
import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";

/**
 * Returns why a call failed, for people. If the API's message mentions its calls, a message about this page replaces it.
 */
export function messageOf(error: unknown): string {
  if (error instanceof CockpitProblem && error.code === "webhook-not-configured") {
    return WEBHOOK_TEXTS.nothingSet;
  }
  return errorMessage(error);
}
