import { PERIOD_TEXTS } from "../../texts/en/delivery-texts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A period in the form that the API accepts, or which end of it is wrong and why. */
export type ReadPeriod =
  | { readonly createdFrom: string; readonly createdTo: string }
  | { readonly wrong: "from" | "to"; readonly problem: string };

/**
 * Reads two `datetime-local` fields in the user's time zone. Both minutes are included, so the end passed to the API,
 * which excludes it, is one minute later.
 */
export function readPeriod(fields: { readonly from: string; readonly to: string }): ReadPeriod {
  const fromMs = parseLocal(fields.from);
  const toMs = parseLocal(fields.to);
  if (fromMs === null) return { wrong: "from", problem: PERIOD_TEXTS.fromMissing };
  if (toMs === null) return { wrong: "to", problem: PERIOD_TEXTS.toMissing };
  if (toMs < fromMs) return { wrong: "to", problem: PERIOD_TEXTS.notInOrder };
  return {
    createdFrom: new Date(fromMs).toISOString(),
    createdTo: new Date(toMs + MINUTE_MS).toISOString(),
  };
}

/** Returns the last 24 hours as initial values for the fields. */
export const lastDay = (nowMs: number) => ({
  from: formatLocal(nowMs - DAY_MS),
  to: formatLocal(nowMs),
});

/** A string with a time but no zone is parsed as local time. */
function parseLocal(text: string): number | null {
  const ms = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

function formatLocal(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, "2026-11-21T10:00".length);
}
