import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBeforeLeaving } from "../../../api/before-leaving";
import { createDecisionHold, type Decision, type HeldDecision } from "./decision-hold";

const AT_REVIEW = { uuid: "u", name: "lease.pdf", status: 4, run: 1 };
const DELETION = {
  action: "delete",
  deletion: { reason: "other", note: "Signed by somebody else" },
} as const;
const HELD_MS = 5_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a hold. `answer` determines the outcome of the decisions that it sends. */
function arrange(decision: Decision = { action: "approve" }) {
  const sent: HeldDecision[] = [];
  const overtaken: HeldDecision[] = [];
  const shown: (HeldDecision | null)[] = [];
  let resolve = (_isDone: boolean) => {};
  const answered = new Promise<boolean>((done) => {
    resolve = done;
  });
  const beforeLeaving = createBeforeLeaving();
  const hold = createDecisionHold({
    beforeLeaving,
    onHeld: (held) => void shown.push(held),
    onSend: (decision) => {
      sent.push(decision);
      return answered;
    },
    onOvertaken: (decision) => void overtaken.push(decision),
  });
  hold.hold(decision, AT_REVIEW);
  return { hold, beforeLeaving, sent, overtaken, shown, answer: resolve };
}

test.each([{ action: "approve" } as const, DELETION])(
  "$action is sent once, after five seconds, as decided and for the document as the user saw it",
  async (decision) => {
    const { hold, sent, shown } = arrange(decision);
    await vi.advanceTimersByTimeAsync(HELD_MS - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    void hold.flush();
    await vi.advanceTimersByTimeAsync(HELD_MS);
    expect(sent).toEqual([{ ...decision, document: AT_REVIEW, sendsAtMs: expect.any(Number) }]);
    expect(shown.at(-1)).toBeNull();
  },
);

test("a decision is never sent after it has been undone", async () => {
  const { hold, beforeLeaving, sent, shown } = arrange();
  hold.undo();
  expect(await beforeLeaving.flushAll(1)).toBe(true);
  void hold.flush();
  await vi.advanceTimersByTimeAsync(HELD_MS);
  expect(sent).toEqual([]);
  expect(shown.at(-1)).toBeNull();
});

test.each([true, false])(
  "leaving sends a held decision first and reports whether the decision succeeded: %s",
  async (isDone) => {
    const { beforeLeaving, sent, answer } = arrange();
    const left = beforeLeaving.flushAll(60_000);
    expect(sent).toHaveLength(1);
    answer(isDone);
    expect(await left).toBe(isDone);
    expect(await beforeLeaving.flushAll(60_000)).toBe(true);
    await vi.advanceTimersByTimeAsync(HELD_MS);
    expect(sent).toHaveLength(1);
  },
);

test("leaving waits for the response to a decision that was already sent", async () => {
  const { beforeLeaving, sent, answer } = arrange();
  await vi.advanceTimersByTimeAsync(HELD_MS);
  const left = beforeLeaving.flushAll(60_000);
  answer(false);
  expect(await left).toBe(false);
  expect(sent).toHaveLength(1);
});

test.each([
  ["status", { ...AT_REVIEW, status: 8 }],
  ["run", { ...AT_REVIEW, run: 2 }],
])("a decision is dropped if the document's %s changes", async (_, now) => {
  const { hold, beforeLeaving, sent, overtaken } = arrange();
  hold.show(AT_REVIEW);
  expect(overtaken).toEqual([]);
  hold.show(now);
  expect(overtaken).toMatchObject([{ document: AT_REVIEW }]);
  expect(await beforeLeaving.flushAll(1)).toBe(true);
  await vi.advanceTimersByTimeAsync(HELD_MS);
  expect(sent).toEqual([]);
});
