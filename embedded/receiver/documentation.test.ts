import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import cases from "@/docs/notifications/signature-vectors.json" with { type: "json" };
import openapi from "@/docs/openapi.json" with { type: "json" };
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { DEFAULT_RETRY_SCHEDULE } from "@/lib/notifications/rules/retry-schedule";

const page = readFileSync("docs/notifications.md", "utf8");

/** Returns the cells of all rows of the table below this heading. */
function tableAfter(heading: string): string[][] {
  const lines = page.slice(page.indexOf(heading)).split("\n").slice(2);
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(0, end).map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

/** Parses a duration such as `1 h 18 min 45 s`. */
function secondsOf(text: string): number {
  const parts = [...text.matchAll(/(\d+) (h|min|s)\b/g)];
  const units: Record<string, number> = { h: 3_600, min: 60, s: 1 };
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

test("the documentation lists exactly the moves that trigger a notification", () => {
  const documented = tableAfter("| previousStatus | currentStatus |").map(
    (cells) => `${cells[0]}>${cells[1]}`,
  );
  const notified = LIFECYCLE.moves.filter(({ isNotified }) => isNotified);
  expect(documented.toSorted()).toEqual(notified.map(({ from, to }) => `${from}>${to}`).toSorted());
});

test("the documentation lists the intervals of the schedule, and the time of each attempt", () => {
  const rows = tableAfter("| Attempt | Interval before it |");
  const { intervalsSeconds, endsAfterSeconds } = DEFAULT_RETRY_SCHEDULE;
  const planned = [0, ...intervalsSeconds].map((_, index) =>
    intervalsSeconds.slice(0, index).reduce((sum, seconds) => sum + seconds, 0),
  );
  const offsets = [...planned, endsAfterSeconds];
  const intervals = offsets.map((offset, index) => offset - (offsets[index - 1] ?? 0));
  expect(rows.map(([attempt]) => Number(attempt))).toEqual(offsets.map((_, index) => index + 1));
  expect(rows.map(([, interval = ""]) => secondsOf(interval))).toEqual(intervals);
  expect(rows.map(([, , since = ""]) => secondsOf(since))).toEqual(offsets);
});

test("every call in the documentation exists", () => {
  const calls = [...page.matchAll(/`(GET|POST) (\/external-api\/[^`?]+)/g)];
  const curls = [...page.matchAll(/curl -X (POST) \$api(\/\S+)/g)];
  const named = [
    ...calls.map(([, method, path]) => `${method} ${path}`),
    ...curls.map(([, method, path]) => `${method} /external-api${path}`),
  ];
  const known = Object.entries(openapi.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(named.length).toBeGreaterThan(6);
  expect(known).toEqual(expect.arrayContaining(named));
});

test("the documentation states the correct number of vectors", () => {
  expect(page).toContain(`${cases.length} cases`);
});
