import { errorMessage } from "@/lib/kernel/rules/errors";
import { CockpitProblem } from "../api/call-cockpit";
import { WEBHOOK_TEXTS } from "../texts/en/webhook-texts";

/**
 * Returns why a call failed, for people. If the API's message refers to API calls, it is replaced with one about this
 * page.
 */
export function messageOf(error: unknown): string {
  if (error instanceof CockpitProblem && error.code === "webhook-not-configured") {
    return WEBHOOK_TEXTS.nothingSet;
  }
  return errorMessage(error);
}
