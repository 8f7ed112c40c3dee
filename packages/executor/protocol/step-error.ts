import { z } from "zod";
import { toStorableText } from "./storable-json";

/** An error in the form that functions receive, either saved for a step or in `inngest/function.failed`. */
export interface StepError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** Lengths are in characters. The error becomes part of events and requests, which have their own limits. */
const NAME_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 8 * 1024;
const STACK_LENGTH_MAX = 32 * 1024;

const text = z.string().optional().catch(undefined);
const errorShape = z
  .object({ name: text, message: text, error: text, stack: text })
  .catch({ name: undefined, message: undefined, error: undefined, stack: undefined });

/**
 * Reads the error from the app's response and drops all other members. A string becomes the message; without a message,
 * `fallback` is used. Characters that PostgreSQL rejects (NUL, lone surrogates) are replaced and long strings are
 * truncated, so that every error can be stored.
 */
export function readStepError(value: unknown, fallback: string): StepError {
  const { name, message, error, stack } = errorShape.parse(
    typeof value === "string" ? { message: value } : value,
  );
  return {
    name: storable(name || "Error", NAME_LENGTH_MAX),
    message: storable(message || error || fallback, MESSAGE_LENGTH_MAX),
    ...(stack ? { stack: storable(stack, STACK_LENGTH_MAX) } : {}),
  };
}

const storable = (text: string, lengthMax: number) => toStorableText(text.slice(0, lengthMax));
