import { expect, test } from "vitest";
import { formatBytes, formatClock, formatDuration, formatMoment, formatRelative } from "./format";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [99_400, "99.4 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [5_368_709_120, "5.4 GB"],
  [2 ** 60, "1152922 TB"],
])("%i bytes are shown as %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

test.each([
  [0, "0 s"],
  [89.4, "89 s"],
  [90, "2 min"],
  [5_399, "90 min"],
  [5_400, "2 h"],
  [200_000, "2 d"],
])("%d seconds are shown as %s", (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});

test.each([
  ["2026-03-01T11:59:55.000Z", "just now"],
  ["2026-03-01T12:00:05.000Z", "in a moment"],
  ["2026-03-01T11:57:00.000Z", "3 min ago"],
  ["2026-03-01T14:00:00.000Z", "in 2 h"],
])("%s at noon is shown as “%s”", (at, text) => {
  expect(formatRelative(at, Date.parse("2026-03-01T12:00:00.000Z"))).toBe(text);
});

test("a time more than a week ago is shown as a date", () => {
  const at = "2026-02-01T12:00:00.000Z";
  expect(formatRelative(at, Date.parse("2026-03-01T12:00:00.000Z"))).toBe(formatMoment(at));
});

test("a time is shown in the requested zone", () => {
  const at = "2026-03-01T23:30:15.000Z";
  expect(formatMoment(at, "UTC")).toBe("1 Mar 2026, 23:30");
  expect(formatMoment(at, "Asia/Tokyo")).toBe("2 Mar 2026, 08:30");
  expect(formatClock(at, "UTC")).toContain("23:30:15");
  expect(formatClock(at, "UTC")).toContain("UTC");
});
