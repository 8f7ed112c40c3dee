import { expect, test } from "vitest";
import { CockpitProblem } from "../api/call-cockpit";
import { messageOf } from "./message-of";

test("a missing webhook URL is explained in terms of this page, not of an API call", () => {
  const detail = "Set one with POST /external-api/external-dms-configuration, then try again.";
  const missing = new CockpitProblem({ code: "webhook-not-configured", detail, status: 409 });
  expect(messageOf(missing)).toContain("Enter one under External document management");
});

test("the message of every other failure is returned unchanged", () => {
  const detail = "Stagedoor is not responding.";
  expect(messageOf(new CockpitProblem({ code: "no-answer", detail, status: null }))).toBe(detail);
  expect(messageOf("odd")).toBe("odd");
});
