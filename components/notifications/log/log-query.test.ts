import { expect, test } from "vitest";
import { logPagePath, logPath, readLogQuery } from "./log-query";

const ALL = { state: "all", text: "" } as const;

test("the state and the search text are read from the URL, and invalid states are ignored", () => {
  expect(readLogQuery({ state: "undelivered", q: " Müller " })).toEqual({
    state: "undelivered",
    text: "Müller",
  });
  for (const state of [null, undefined, "", "lost", ["pending"]]) {
    expect(readLogQuery({ state, q: null })).toEqual(ALL);
  }
  expect(readLogQuery({ state: null, q: ["a", "b"] })).toEqual(ALL);
});

test("the URL contains only what differs from the default view", () => {
  expect(logPagePath(ALL)).toBe("/administration/external-dms");
  expect(logPagePath({ state: "pending", text: "" })).toBe(
    "/administration/external-dms?state=pending",
  );
  expect(logPagePath({ state: "all", text: "a&b" })).toBe("/administration/external-dms?q=a%26b");
});

test("a page is requested by state, search and cursor, and absent parameters are omitted", () => {
  expect(logPath(ALL, null)).toBe("/api/cockpit/notifications?limit=25");
  expect(logPath({ state: "pending", text: "a b" }, "a+b=")).toBe(
    "/api/cockpit/notifications?limit=25&state=pending&q=a+b&cursor=a%2Bb%3D",
  );
});
