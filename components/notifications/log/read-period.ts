import { PERIOD_TEXTS } from "../../texts/en/delivery-texts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A period as the API takes it, or which end of it is wrong and why. */
export type ReadPeriod =
  | { readonly createdFrom: string; readonly createdTo: string }
  | { readonly wrong: "from" | "to"; readonly problem: string };

/** Reads what two `datetime-local` fields hold, in the reader's zone. Both minutes are in it: the API leaves its end out. */
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

/** The last 24 hours, for the fields to begin with. */
export const lastDay = (nowMs: number) => ({
  from: formatLocal(nowMs - DAY_MS),
  to: formatLocal(nowMs),
});

/** Without a zone behind it, a text with a time is read as local time. */
function parseLocal(text: string): number | null {
  const ms = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

function formatLocal(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, "2026-11-21T10:00".length);
}
