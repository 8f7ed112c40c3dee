import { expect, test } from "vitest";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { STATUS_TEXTS } from "./status-texts";

test("every status of the lifecycle has its own label and the meaning that the domain gives it", () => {
  const labels = LIFECYCLE.statuses.map(({ status }) => STATUS_TEXTS[status].label);
  expect(new Set(labels).size).toBe(LIFECYCLE.statuses.length);
  for (const { status, meaning } of LIFECYCLE.statuses) {
    expect(STATUS_TEXTS[status].meaning).toBe(meaning);
  }
});
