import { errorMessage } from "../node-helpers";
import { cronProblem } from "./cron";
import { type Expression, parseExpression, parsePath } from "./expression";
import { nameProblem } from "./storable-json";

const RETRIES_DEFAULT = 4;
const RETRIES_MAX = 20;
const ELSEWHERE =
  "which the embedded executor does not support: remove it, or use an Inngest server.";

/** The events with reserved names that this executor sends. */
const SYSTEM_EVENTS: readonly string[] = [
  "inngest/function.failed",
  "inngest/function.cancelled",
  "inngest/function.finished",
  "inngest/scheduled.timer",
];

/** Rejects a function. `rest` completes a sentence that begins with `Function "x" `. */
export type Refuse = (rest: string) => null;

/** A JSON object whose members have not been checked yet. */
export type Settings = Readonly<Record<string, unknown>>;

/** An event that a function listens to; a null expression matches every event with that name. */
export interface ListenedEvent {
  readonly event: string;
  readonly expression: Expression | null;
}

/**
 * Reads a trigger; null if it was rejected. A trigger's expression can only use `event`, because there is no second
 * event.
 */
export function readTrigger(
  trigger: unknown,
  refuse: Refuse,
): ListenedEvent | { readonly cron: string } | null {
  if (!isSettings(trigger)) return refuse("has a trigger that is not an object.");
  if (trigger.cron === undefined) {
    refuseOthers(trigger, ["event", "expression"], " in a trigger", refuse);
    return readEvent(trigger.event, trigger.expression, "a trigger", refuse);
  }
  refuseOthers(trigger, ["cron"], " in a cron trigger", refuse);
  if (typeof trigger.cron !== "string") return refuse("has a cron that is not a string.");
  const problem = cronProblem(trigger.cron);
  if (problem !== null) return refuse(`has an invalid trigger. ${problem}`);
  return { cron: trigger.cron };
}

/** Reads an entry of cancelOn; null if it was rejected. */
export function readCancel(cancel: unknown, refuse: Refuse): ListenedEvent | null {
  if (!isSettings(cancel)) return refuse("has a cancelOn that is not an object.");
  refuseOthers(cancel, ["event", "if"], " in cancelOn", refuse);
  return readEvent(cancel.event, cancel.if, "cancelOn", refuse);
}

/**
 * Reads the concurrency limit; null if there is none or it was rejected. A constant key counts as no key, because all
 * runs share it.
 */
export function readConcurrency(
  setting: unknown,
  refuse: Refuse,
): { readonly limit: number; readonly key: readonly string[] | null } | null {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [setting];
  if (entries.length > 1) refuse(`sets concurrency more than once, ${ELSEWHERE}`);
  const [first] = entries;
  const entry = typeof first === "number" ? { limit: first } : (first ?? { limit: 0 });
  if (!isSettings(entry))
    return refuse("has a concurrency that is neither a number nor an object.");
  refuseOthers(entry, ["limit", "key", "scope"], " in concurrency", refuse);
  if ((entry.scope ?? "fn") !== "fn") {
    refuse(`sets concurrency.scope to ${JSON.stringify(entry.scope)}, ${ELSEWHERE}`);
  }
  const limit = entry.limit;
  if (!isCount(limit)) return refuse("has a concurrency limit that is not a whole number.");
  const key = readKey(entry.key, refuse);
  return limit === 0 ? null : { limit, key };
}

/** Returns the number of retries plus the first attempt, read from the one step that the SDK serves for each function. */
export function readAttemptsMax(steps: unknown, refuse: Refuse): number {
  const step = isSettings(steps) && Object.keys(steps).length === 1 ? steps.step : null;
  const runtime = isSettings(step) ? step.runtime : null;
  if (!isSettings(step) || !isSettings(runtime) || runtime.type !== "http") {
    refuse('is not served as one step over HTTP: serve it with serve() of "inngest/next".');
    return 1;
  }
  const attempts = isSettings(step.retries) ? step.retries.attempts : null;
  const retries = attempts ?? RETRIES_DEFAULT;
  if (isCount(retries)) return Math.min(retries, RETRIES_MAX) + 1;
  refuse("has a retries value that is not a whole number.");
  return 1;
}

/** Rejects every unknown member that is set; undefined and null count as not set. */
export function refuseOthers(
  settings: Settings,
  known: readonly string[],
  where: string,
  refuse: Refuse,
): void {
  for (const [name, value] of Object.entries(settings)) {
    if (known.includes(name) || value === undefined || value === null) continue;
    refuse(`sets ${name}${where}, ${ELSEWHERE}`);
  }
}

/** Returns whether the value is an object and not an array. */
export function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readEvent(
  event: unknown,
  expression: unknown,
  where: string,
  refuse: Refuse,
): ListenedEvent | null {
  const problem = nameProblem(event) ?? eventProblem(String(event));
  if (problem !== null) return refuse(`has ${where} whose event ${problem}.`);
  try {
    return { event: String(event), expression: readExpression(expression, where === "a trigger") };
  } catch (error) {
    return refuse(`has ${where} that cannot be used. ${errorMessage(error)}`);
  }
}

function eventProblem(event: string): string | null {
  if (event.includes("*")) return `"${event}" is a pattern: list each event by its name`;
  if (!event.startsWith("inngest/") || SYSTEM_EVENTS.includes(event)) return null;
  return `"${event}" is never sent here. The only inngest/... events are ${SYSTEM_EVENTS.join(", ")}`;
}

function readExpression(expression: unknown, isTrigger: boolean): Expression | null {
  if (expression === undefined || expression === null || expression === "") return null;
  const terms = parseExpression(String(expression));
  const paths = terms.flatMap(({ left, right }) => [left, right]);
  if (isTrigger && paths.some((side) => "path" in side && side.path[0] === "async")) {
    throw new Error(`The expression "${expression}" uses async, but a trigger can only use event.`);
  }
  return terms;
}

function readKey(key: unknown, refuse: Refuse): readonly string[] | null {
  if (key === undefined || key === null) return null;
  try {
    const path = parsePath(String(key));
    if (path === null || path[0] === "event") return path;
    return refuse(`has the concurrency key "${key}", which does not begin with event.`);
  } catch (error) {
    return refuse(`has a concurrency key that cannot be used. ${errorMessage(error)}`);
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
