import { Cron } from "croner";
import { errorMessage } from "@/lib/kernel/rules/error-message";

const ZONE = /^(?:CRON_)?TZ=(\S+)\s+/;
const FIELD = /^(?:(?:\*|[0-9]+|[a-z]{3})(?:-(?:[0-9]+|[a-z]{3}))?(?:\/[0-9]+)?(?:,(?!$)|$))+$/i;

/** Why this cron expression cannot be used, as a sentence; null when it can. */
export function cronProblem(expression: string): string | null {
  try {
    nextTickMs(expression, 0);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * The first tick after `afterMs` (both Unix milliseconds), always a whole minute. Five fields in UTC, or in the zone of
 * a `TZ=Europe/Berlin ` in front of them; there, an hour that the clocks repeat has its ticks once. Throws an Error with
 * a sentence when the expression is wrong or never comes.
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
