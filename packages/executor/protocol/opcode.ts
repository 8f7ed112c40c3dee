import { z } from "zod";
import { errorMessage } from "../node-helpers";
import { type Expression, parseExpression } from "./expression";
import { readStepError, type StepError } from "./step-error";
import { nameProblem, storageProblem, toStorableText } from "./storable-json";
import { wakeTimeMs } from "./wake-time";

/** A step: its hash, and the name that its author chose. */
export interface StepName {
  readonly id: string;
  readonly name: string;
}

/** Whether an attempt may be retried, and the value of the header that says when to retry it. */
export interface RetryRule {
  readonly isRetriable: boolean;
  readonly retryAfter: string | null;
}

/** What a response with status 206 means for the run. Times are strings in the format of `wakeTimeMs`. */
export type OpOutcome =
  | { readonly kind: "step-done"; readonly step: StepName; readonly data: unknown }
  | ({
      readonly kind: "step-error";
      readonly step: StepName;
      readonly error: StepError;
    } & RetryRule)
  | { readonly kind: "step-failed"; readonly step: StepName; readonly error: StepError }
  | { readonly kind: "sleep"; readonly step: StepName; readonly until: string }
  | {
      readonly kind: "wait";
      readonly step: StepName;
      readonly event: string;
      /** Null matches any event with that name. */
      readonly expression: Expression | null;
      readonly expressionText: string | null;
      readonly timeout: string;
    }
  | { readonly kind: "completed"; readonly result: unknown }
  | { readonly kind: "unsupported"; readonly sentence: string };

const STEP_ID_LENGTH_MAX = 200;

const text = z.string().nullish();

const opShape = z.object({
  id: z.string().min(1).max(STEP_ID_LENGTH_MAX),
  op: z.string(),
  name: text,
  displayName: text,
  userland: z.object({ id: text }).nullish().catch(null),
  opts: z.record(z.string(), z.unknown()).nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
type Op = z.infer<typeof opShape>;

const opsShape = z.union([z.array(opShape), opShape.transform((op) => [op])]);

const sleepOpts = z.object({ duration: text });
const waitOpts = z.object({ timeout: z.string(), if: text });

/**
 * Reads the operations in a response. More than one unfinished step, and operations that are not implemented, are
 * `unsupported`.
 */
export function readOps(body: unknown, rule: RetryRule): OpOutcome {
  const ops = opsShape.safeParse(body);
  if (!ops.success)
    return unsupported("The app responded with 206 and something that is not an operation.");
  const [op, ...others] = ops.data;
  if (op === undefined) return unsupported("The app responded with 206 without any operation.");
  if (others.length > 0) return unsupported(manySentence(ops.data));
  if (op.opts?.parallelMode !== undefined) return unsupported(parallelSentence(nameOf(op)));
  const problem = storageProblem(storedPart(op));
  if (problem !== null) {
    return unsupported(`Step "${nameOf(op)}" ${problem}, which cannot be stored. Use other data.`);
  }
  return readOp(op, rule);
}

function readOp(op: Op, rule: RetryRule): OpOutcome {
  const step = { id: op.id, name: nameOf(op) };
  const failure = `Step "${step.name}" failed without an error message.`;
  switch (op.op) {
    case "StepRun":
    case "Step":
      return { kind: "step-done", step, data: op.data ?? null };
    case "StepError":
      return { kind: "step-error", step, error: readStepError(op.error, failure), ...rule };
    case "StepFailed":
      return { kind: "step-failed", step, error: readStepError(op.error, failure) };
    case "Sleep":
      return readSleep(op, step);
    case "WaitForEvent":
      return readWait(op, step);
    case "RunComplete":
      return { kind: "completed", result: op.data ?? null };
    case "StepPlanned":
      return unsupported(parallelSentence(step.name));
    default:
      return unsupported(unbuiltSentence(op.op, step.name));
  }
}

function readSleep(op: Op, step: StepName): OpOutcome {
  const until = sleepOpts.safeParse(op.opts ?? {}).data?.duration ?? op.name;
  if (typeof until !== "string") return unsupported(`The sleep "${step.name}" has no time.`);
  return orUnsupported(`The sleep "${step.name}"`, () => {
    wakeTimeMs(until, 0);
    return { kind: "sleep", step, until };
  });
}

function readWait(op: Op, step: StepName): OpOutcome {
  const opts = waitOpts.safeParse(op.opts ?? {});
  const eventProblem = nameProblem(op.name);
  if (eventProblem !== null) {
    return unsupported(`The name of the event of the wait "${step.name}" ${eventProblem}.`);
  }
  if (!opts.success) {
    return unsupported(`The wait "${step.name}" needs a timeout, and an \`if\` that is a string.`);
  }
  const { timeout, if: condition } = opts.data;
  return orUnsupported(`The wait "${step.name}"`, () => {
    wakeTimeMs(timeout, 0);
    return {
      kind: "wait",
      step,
      event: String(op.name),
      expression: condition ? parseExpression(condition) : null,
      expressionText: condition || null,
      timeout,
    };
  });
}

function orUnsupported(what: string, read: () => OpOutcome): OpOutcome {
  try {
    return read();
  } catch (error) {
    return unsupported(`${what} cannot be stored. ${errorMessage(error)}`);
  }
}

/** A failed step keeps only its error, which is shortened separately. */
function storedPart(op: Op): unknown {
  const isFailure = op.op === "StepError" || op.op === "StepFailed";
  return isFailure ? { ...op, data: null, error: null } : op;
}

/** The SDK puts the event, the duration or the kind of step in `name`, but people recognise a step by its own id. */
function nameOf(op: Op): string {
  return toStorableText(op.displayName || op.userland?.id || op.name || op.id);
}

function manySentence(ops: readonly Op[]): string {
  const names = ops.slice(0, 5).map((op) => `"${nameOf(op)}" (${op.op})`);
  return `The embedded executor does not support several steps at the same time: ${names.join(", ")}. Await each step before the next one begins, without defer() and checkpointing, or use an Inngest server.`;
}

function parallelSentence(name: string): string {
  return `Step "${name}" is part of parallel steps, which the embedded executor does not support: await each step before the next one begins, or use an Inngest server.`;
}

function unbuiltSentence(op: string, name: string): string {
  return `Step "${name}" asks for the operation ${op}, which the embedded executor does not support: use step.run, step.sleep or step.waitForEvent instead, or use an Inngest server.`;
}

function unsupported(sentence: string): OpOutcome {
  return { kind: "unsupported", sentence };
}
