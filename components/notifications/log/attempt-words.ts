import { ATTEMPT_TEXTS, UNTIL_TEXTS } from "../../texts/en/delivery-texts";
import { formatDuration } from "../../texts/en/format";

const ONE_STATUS = 200;
const SECOND_MS = 1_000;
const SOON_SECONDS = 1;

/** Formats a measured time: below a second in milliseconds, otherwise in seconds with one decimal. */
export const formatMs = (ms: number): string =>
  Math.round(ms) < SECOND_MS ? `${Math.round(ms)} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;

/** Returns the result of an attempt, such as "Answered 500 after 31 ms". */
export const describeResult = (attempt: { status: number | null; totalMs: number }): string =>
  attempt.status === null
    ? ATTEMPT_TEXTS.noAnswer(formatMs(attempt.totalMs))
    : ATTEMPT_TEXTS.answered(attempt.status, formatMs(attempt.totalMs));

/** Whether the receiver accepted the notification. Only 200 counts. */
export const isReceived = (status: number | null): boolean => status === ONE_STATUS;

/** Returns the time left until a point in time, to the second if it is near; "now" if it has passed. */
export function formatUntil(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / SECOND_MS;
  return seconds < SOON_SECONDS ? UNTIL_TEXTS.now : UNTIL_TEXTS.inSeconds(formatDuration(seconds));
}

/** One part of the time an attempt took. */
export interface Phase {
  readonly name: keyof typeof ATTEMPT_TEXTS.phases;
  /** null if the phase was not needed, as on a reused connection, or was not reached. */
  readonly ms: number | null;
  /** The phase's share of the total, from 0 to 1. */
  readonly share: number;
}

/** Returns the phases of an attempt in order. Time that no phase accounts for was spent on reading the response. */
export function phasesOf(measured: {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  readonly firstByte: number | null;
  readonly total: number;
}): readonly Phase[] {
  const { dns, connect, tls, firstByte, total } = measured;
  const known = [dns, connect, tls, firstByte].reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  const rest = firstByte === null ? null : Math.max(0, total - known);
  const whole = Math.max(total, known);
  return Object.entries({ dns, connect, tls, firstByte, rest }).map(([name, ms]) => ({
    name: name as Phase["name"],
    ms,
    share: ms === null || whole === 0 ? 0 : ms / whole,
  }));
}
