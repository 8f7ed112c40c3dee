import type { FailureCode } from "@/lib/notifications/rules/delivery-failure";

/** A failure that we name ourselves: a refusal, or a time of ours that ran out. */
export class AttemptError extends Error {
  constructor(
    readonly failureCode: FailureCode,
    message: string,
  ) {
    super(message);
  }
}
