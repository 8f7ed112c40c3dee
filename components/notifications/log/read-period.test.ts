import { describe, expect, test } from "vitest";
import { lastDay, readPeriod } from "./read-period";

const localIso = (...parts: [number, number, number, number, number]) =>
  new Date(...parts).toISOString();

describe("a period entered by a user", () => {
  test("is read in the user's time zone and includes its first and its last minute", () => {
    expect(readPeriod({ from: "2026-11-20T08:30", to: "2026-11-21T10:00" })).toEqual({
      createdFrom: localIso(2026, 10, 20, 8, 30),
      createdTo: localIso(2026, 10, 21, 10, 1),
    });
  });

  test("can be a single minute", () => {
    expect(readPeriod({ from: "2026-11-20T08:30", to: "2026-11-20T08:30" })).toEqual({
      createdFrom: localIso(2026, 10, 20, 8, 30),
      createdTo: localIso(2026, 10, 20, 8, 31),
    });
  });

  test("reports which end is wrong", () => {
    const to = "2026-11-21T10:00";
    expect(readPeriod({ from: "", to })).toMatchObject({ wrong: "from" });
    expect(readPeriod({ from: "yesterday", to })).toMatchObject({ wrong: "from" });
    expect(readPeriod({ from: to, to: "" })).toMatchObject({ wrong: "to" });
    expect(readPeriod({ from: to, to: "2026-11-21T09:59" })).toEqual({
      wrong: "to",
      problem: "The end must not be before the start.",
    });
  });

  test("is initially the last 24 hours, in the format of the fields", () => {
    const nowMs = new Date(2026, 10, 21, 10, 0, 42).getTime();
    expect(lastDay(nowMs)).toEqual({ from: "2026-11-20T10:00", to: "2026-11-21T10:00" });
  });
});
