import { expect, test } from "vitest";
import { renderBacklog, renderStartedBacklog } from "./processing-commands";

const state = (overrides: Partial<Parameters<typeof renderBacklog>[0]> = {}) =>
  ({
    choice: "builtin" as const,
    documents: 3,
    waitingRuns: 0,
    isStarted: false,
    ...overrides,
  }) as const;

test("the backlog shows how many documents are waiting and how to start processing them", () => {
  expect(renderBacklog(state())).toBe(
    "3 documents uploaded before processing was set up are waiting to be processed.\nTo process them: npm run processing -- start\n",
  );
  expect(renderBacklog(state({ documents: 1, isStarted: true, waitingRuns: 1 }))).toMatch(
    /^1 document uploaded before processing was set up is waiting .*\nThey are being processed/,
  );
  expect(renderBacklog(state({ documents: 0 }))).toBe(
    "No earlier documents are waiting to be processed.\n",
  );
});

test("the backlog shows why processing is not started if a different processor is configured", () => {
  expect(renderStartedBacklog(state({ choice: "none" }))).toBe(
    "Nothing was started. PROCESSOR is none: Stagedoor does not process documents itself.\n",
  );
  expect(renderStartedBacklog(state())).toMatch(
    /^3 documents uploaded before processing was set up will be processed/,
  );
});
