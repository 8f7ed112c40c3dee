import { expect, test } from "vitest";
import { logPath, readLogFilter } from "./log-query";

test("what the address asks to see is a state or everything", () => {
  expect(readLogFilter("undelivered")).toBe("undelivered");
  for (const text of [null, undefined, "", "lost", ["pending"]]) {
    expect(readLogFilter(text)).toBe("all");
  }
});

test("a page is asked for by state and cursor, and by neither without them", () => {
  expect(logPath("all", null)).toBe("/api/cockpit/notifications?limit=25");
  expect(logPath("pending", "a+b=")).toBe(
    "/api/cockpit/notifications?limit=25&state=pending&cursor=a%2Bb%3D",
  );
});
