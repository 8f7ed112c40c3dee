import { describe, expect, test } from "vitest";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/explain-attempt";
import { CAUSE_LABELS, causeText } from "../../texts/en/delivery-texts";
import { describeResult, formatMs, formatUntil, isReceived, phasesOf } from "./attempt-words";

const NOW_MS = Date.parse("2026-11-21T10:00:00Z");
const after = (seconds: number) => new Date(NOW_MS + seconds * 1000).toISOString();

describe("the words for an attempt", () => {
  test("contain a different label for every cause", () => {
    const labels = ATTEMPT_CAUSES.map((cause) => CAUSE_LABELS[cause]);
    expect(labels.every(Boolean)).toBe(true);
    expect(new Set(labels).size).toBe(ATTEMPT_CAUSES.length);
  });

  test("name who requested the attempt, if that is known", () => {
    const ada = { actor: "administrator:1", name: "Ada" };
    expect(causeText("resend", ada)).toBe("Ada chose “Resend”");
    expect(causeText("send-now", { actor: "api-key:1", name: "dms" })).toBe(
      "API key “dms” chose “Send now”",
    );
    expect(causeText("resend", null)).toBe("Someone chose “Resend”");
    expect(causeText("recovery", null)).toBe("The receiver recovered");
  });

  test("name the status and the duration, or that there was no response", () => {
    expect(describeResult({ status: 500, totalMs: 31.4 })).toBe("Answered 500 after 31 ms");
    expect(describeResult({ status: null, totalMs: 15_003 })).toBe("No response after 15.0 s");
  });

  test.each([
    [0.2, "0 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [1234, "1.2 s"],
  ])("show %d ms as %s", (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });

  test("count only a 200 as received", () => {
    expect([200, 201, 204, 500, null].map(isReceived)).toEqual([true, false, false, false, false]);
  });

  test.each([
    [-5, "now"],
    [0.4, "now"],
    [12, "in 12 s"],
    [240, "in 4 min"],
  ])('show a time %d s ahead as "%s"', (seconds, text) => {
    expect(formatUntil(after(seconds), NOW_MS)).toBe(text);
  });
});

describe("the phases of an attempt", () => {
  test("count time that no phase accounts for as reading the response", () => {
    const phases = phasesOf({ dns: 10, connect: 20, tls: 30, firstByte: 20, total: 100 });
    expect(phases.map(({ name, ms }) => [name, ms])).toEqual([
      ["dns", 10],
      ["connect", 20],
      ["tls", 30],
      ["firstByte", 20],
      ["rest", 20],
    ]);
    expect(phases.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test("do not have a time or a share if they were not reached", () => {
    const phases = phasesOf({ dns: 5, connect: null, tls: null, firstByte: null, total: 5000 });
    expect(phases.slice(1)).toEqual(
      ["connect", "tls", "firstByte", "rest"].map((name) => ({ name, ms: null, share: 0 })),
    );
  });

  test("do not have a share of a total of 0 ms", () => {
    const phases = phasesOf({ dns: 0, connect: 0, tls: 0, firstByte: 0, total: 0 });
    expect(phases.every(({ share }) => share === 0)).toBe(true);
  });
});
