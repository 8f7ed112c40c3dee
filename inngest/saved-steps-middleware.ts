import { Middleware } from "inngest";

/**
 * Tells a function how many steps of its run the engine has saved, as `savedSteps`: 0 in the first call of a run and in each
 * repetition of that call. Every engine sends the saved steps with each call.
 */
export class SavedStepsMiddleware extends Middleware.BaseMiddleware {
  readonly id = "saved-steps";

  override transformFunctionInput(input: Middleware.TransformFunctionInputArgs) {
    return { ...input, ctx: { ...input.ctx, savedSteps: Object.keys(input.steps).length } };
  }
}
