import { z } from "zod";
import { toStorableText } from "./storable-json";

/** An error as functions get it: saved for a step, or in `inngest/function.failed`. */
export interface StepError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

const text = z.string().optional().catch(undefined);
const errorShape = z
  .object({ name: text, message: text, error: text, stack: text })
  .catch({ name: undefined, message: undefined, error: undefined, stack: undefined });

/**
 * The error in what the app sent, without all other members. A text is its own message; where there is no message, it is
 * `fallback`. Characters that PostgreSQL refuses (NUL, halves of surrogate pairs) are replaced: an error must be kept.
 */
export function readStepError(value: unknown, fallback: string): StepError {
  const { name, message, error, stack } = errorShape.parse(
    typeof value === "string" ? { message: value } : value,
  );
  return {
    name: toStorableText(name || "Error"),
    message: toStorableText(message || error || fallback),
    ...(stack ? { stack: toStorableText(stack) } : {}),
  };
}
