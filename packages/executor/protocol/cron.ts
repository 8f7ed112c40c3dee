import { Cron } from "croner";
import { errorMessage } from "../node-helpers";

const ZONE = /^(?:CRON_)?TZ=(\S+)\s+/;
const FIELD = /^(?:(?:\*|[0-9]+|[a-z]{3})(?:-(?:[0-9]+|[a-z]{3}))?(?:\/[0-9]+)?(?:,(?!$)|$))+$/i;

/** Returns a sentence that says why this cron expression cannot be used, or null if it can. */
export function cronProblem(expression: string): string | null {
  try {
    nextTickMs(expression, 0);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * Returns the first tick after `afterMs` (both in Unix milliseconds), always a whole minute. The five fields are in UTC,
 * or in the zone given by a prefix such as `TZ=Europe/Berlin `; an hour that is repeated when clocks go back ticks once.
 * @throws Error with a sentence if the expression is invalid or never matches
 */
export function nextTickMs(expression: string, afterMs: number): number {
  const timezone = ZONE.exec(expression)?.[1] ?? "UTC";
  const fields = expression.replace(ZONE, "").trim();
  const parts = fields.split(/\s+/);
  if (parts.length !== 5 || !parts.every((part) => FIELD.test(part))) {
    throw refusal(
      expression,
      "it needs five fields: minute, hour, day of month, month, day of week",
    );
  }
  const tick = firstTick(expression, fields, timezone, afterMs);
  if (tick === null) throw refusal(expression, "no date matches it");
  return tick.getTime();
}

function firstTick(
  expression: string,
  fields: string,
  timezone: string,
  afterMs: number,
): Date | null {
  try {
    return new Cron(fields, { timezone }).nextRun(new Date(afterMs));
  } catch (error) {
    throw refusal(expression, errorMessage(error));
  }
}

function refusal(expression: string, why: string): Error {
  return new Error(
    `The cron expression "${expression}" cannot be used: ${why}. Write it like "*/5 * * * *" or "TZ=Europe/Berlin 0 9 * * 1-5".`,
  );
}
