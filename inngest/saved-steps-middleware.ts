import { Middleware } from "inngest";

/**
 * Passes the number of steps that the engine has saved for a run to its function as `savedSteps`: 0 in the first call of
 * a run, including its retries. Every engine sends the saved steps with each call.
 */
export class SavedStepsMiddleware extends Middleware.BaseMiddleware {
  readonly id = "saved-steps";

  override transformFunctionInput(input: Middleware.TransformFunctionInputArgs) {
    return { ...input, ctx: { ...input.ctx, savedSteps: Object.keys(input.steps).length } };
  }
}
