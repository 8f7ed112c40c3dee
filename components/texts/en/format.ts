const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** Formats a size in powers of 1000, such as `1.2 MB`. Rounded, unlike the object store's limits. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** Formats a duration, such as `40 s`, `3 min`, `2 h`, `5 d`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** Formats the remaining time of a countdown: `14:59`, `0:05`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Formats a time in the reader's zone, such as `14:05`, rounded up to the minute. */
export const formatMinuteAfter = (atMs: number) =>
  new Date(Math.ceil(atMs / 60_000) * 60_000).toLocaleTimeString("en-GB", { timeStyle: "short" });

/** Formats a whole number with thousands separators. */
export const formatCount = (count: number) => count.toLocaleString("en-GB");

/** Formats a day and minute in a time zone, by default the reader's own. */
export const formatMoment = (at: string, timeZone?: string) =>
  new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });

/** Formats a calendar day such as `2026-11-28`, which has no time zone. */
export const formatDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    dateStyle: "medium",
    timeZone: "UTC",
  });

/** Like `formatMoment`, with seconds and the name of the zone. */
export const formatClock = (at: string, timeZone?: string) =>
  new Date(at).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    timeZone,
  });

/** Formats how far a time is from now, such as `just now`, `in 5 min` or `3 h ago`; beyond a week, as a date. */
export function formatRelative(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 10) return seconds > 0 ? "in a moment" : "just now";
  if (distance > 7 * 86_400) return formatMoment(at);
  return seconds > 0 ? `in ${formatDuration(distance)}` : `${formatDuration(distance)} ago`;
}
