import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import { createBeforeLeaving } from "../api/before-leaving";
import {
  createReviewSession,
  type HeldReview,
  type QueuedDocument,
  type ReviewState,
} from "./review-session";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aDocument = (uuid: string, status = 4): QueuedDocument => ({
  // Only these properties matter to the session.
  page: { document: { uuid, status, name: uuid } } as DocumentPage,
  file: null,
});

/** Starts a session with a queue of these documents, and records its calls. */
async function arrange(uuids: readonly string[]) {
  const queue = {
    waiting: uuids,
    statusNow: 4,
    failure: null as Error | null,
    answer: Promise.resolve(),
  };
  const [sent, released, failed]: [string[], string[], string[]] = [[], [], []];
  let state: ReviewState | undefined;
  const beforeLeaving = createBeforeLeaving();
  const session = createReviewSession({
    calls: {
      next: async (except) => {
        if (queue.failure) throw queue.failure;
        const uuid = queue.waiting.find((waiting) => !except.includes(waiting));
        return uuid === undefined ? null : aDocument(uuid);
      },
      reopen: async (uuid) => aDocument(uuid, queue.statusNow),
      send: async ({ action, document }: HeldReview) => {
        if (queue.failure) throw queue.failure;
        const { uuid } = document.page.document;
        await queue.answer;
        sent.push(`${action} ${uuid}`);
        queue.waiting = queue.waiting.filter((waiting) => waiting !== uuid);
      },
      release: (uuid) => void released.push(uuid),
    },
    beforeLeaving,
    onChange: (now) => {
      state = now;
    },
    onFailed: ({ document }) => void failed.push(document.page.document.uuid),
  });
  session.load();
  await settled();
  return {
    session,
    queue,
    sent,
    released,
    failed,
    beforeLeaving,
    shown: () => state?.shown?.page.document.uuid ?? null,
    ahead: () => state?.ahead?.page.document.uuid ?? null,
    state: () => state,
  };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const APPROVE = { action: "approve" } as const;

describe("the queue", () => {
  test("shows the first document and has the next one ready", async () => {
    const { shown, ahead } = await arrange(["a", "b", "c"]);
    expect([shown(), ahead()]).toEqual(["a", "b"]);
  });

  test("ends when every document is decided, and continues when new ones have come", async () => {
    const { session, shown, queue, state } = await arrange(["a"]);
    session.decide(shown() ?? "", APPROVE);
    await settled();
    expect([shown(), state()?.isLoading]).toEqual([null, false]);
    queue.waiting = ["b"];
    session.load();
    await settled();
    expect(shown()).toBe("b");
  });

  test("says why it could not be loaded, and loads when asked again", async () => {
    const { session, queue, state, shown } = await arrange(["a", "b"]);
    queue.failure = new Error("no answer");
    session.decide(shown() ?? "", APPROVE);
    session.pass();
    await settled();
    expect([shown(), state()?.error]).toEqual([null, queue.failure]);
    queue.failure = null;
    queue.waiting = ["a", "b", "c"];
    session.load();
    await settled();
    expect([shown(), state()?.error]).toEqual(["c", undefined]);
  });
});

describe("a decision", () => {
  test("shows the next document at once and is sent after five seconds", async () => {
    const { session, shown, sent } = await arrange(["a", "b"]);
    session.decide(shown() ?? "", APPROVE);
    expect(shown()).toBe("b");
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["approve a"]);
  });

  test("that is undone is never sent, and its document is on the screen again", async () => {
    const { session, shown, ahead, sent } = await arrange(["a", "b", "c"]);
    session.decide(shown() ?? "", APPROVE);
    await settled();
    session.undo();
    expect([shown(), ahead()]).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
  });

  test("several decisions are undone one by one, the last one first", async () => {
    const { session, shown, sent } = await arrange(["a", "b", "c"]);
    session.decide(shown() ?? "", APPROVE);
    await settled();
    session.decide(shown() ?? "", { action: "delete", deletion: { reason: "duplicate" } });
    await settled();
    session.undo();
    expect(shown()).toBe("b");
    session.undo();
    expect(shown()).toBe("a");
    session.undo();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
  });

  test("is sent at once, and once, when the user leaves", async () => {
    const { session, shown, sent, beforeLeaving } = await arrange(["a", "b"]);
    session.decide(shown() ?? "", APPROVE);
    session.decide(shown() ?? "", { action: "skip" });
    expect(await beforeLeaving.flushAll(1_000)).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual(["approve a", "skip b"]);
  });

  test("that fails brings its document back with the reason, after the one on the screen", async () => {
    const { session, shown, ahead, queue, state, failed } = await arrange(["a", "b", "c"]);
    session.decide(shown() ?? "", APPROVE);
    queue.failure = new Error("the results have changed");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(failed).toEqual(["a"]);
    expect([shown(), ahead(), state()?.refusal]).toEqual(["b", "a", null]);
    session.pass();
    expect([shown(), state()?.refusal]).toEqual(["a", "the results have changed"]);
    expect(await session.flush()).toBe(true);
  });

  test("about a document that is no longer on the screen is ignored", async () => {
    const { session, shown, sent } = await arrange(["a", "b"]);
    session.decide("b", APPROVE);
    expect(shown()).toBe("a");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([]);
  });

  test("that is being sent keeps its document from being given again", async () => {
    const { session, shown, queue, sent } = await arrange(["a"]);
    let answer = () => {};
    queue.answer = new Promise((resolve) => {
      answer = resolve;
    });
    session.decide(shown() ?? "", APPROVE);
    await vi.advanceTimersByTimeAsync(5_000);
    session.load();
    await settled();
    expect(shown()).toBeNull();
    answer();
    await settled();
    expect(sent).toEqual(["approve a"]);
  });

  test("that fails because somebody else decided does not bring the document back", async () => {
    const { session, shown, queue, failed, released } = await arrange(["a", "b"]);
    session.decide(shown() ?? "", APPROVE);
    queue.failure = new Error("decided");
    queue.statusNow = 5;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([shown(), failed, released]).toEqual(["b", ["a"], ["a"]]);
  });
});

describe("a document that is passed over", () => {
  test("is given back, is not given again, and can be returned to", async () => {
    const { session, shown, released, state } = await arrange(["a", "b", "c"]);
    session.pass();
    await settled();
    expect([shown(), released, state()?.passedCount]).toEqual(["b", ["a"], 1]);
    await session.back();
    expect([shown(), state()?.passedCount]).toEqual(["a", 0]);
  });

  test("is not kept from others if the page was left while it was reopened, but stays held if it is shown", async () => {
    const { session, shown, released } = await arrange(["a", "b"]);
    session.pass();
    await settled();
    await Promise.all([session.back(), session.back()]);
    expect([shown(), released]).toEqual(["a", ["a"]]);
    session.pass();
    await settled();
    const back = session.back();
    session.end();
    await back;
    expect(released.filter((uuid) => uuid === "a")).toHaveLength(3);
  });

  test("is given again after starting over", async () => {
    const { session, shown } = await arrange(["a"]);
    session.pass();
    await settled();
    expect(shown()).toBeNull();
    session.startOver();
    await settled();
    expect(shown()).toBe("a");
  });
});

test("leaving sends what is held and gives every document back", async () => {
  const { session, shown, sent, released } = await arrange(["a", "b", "c"]);
  session.decide(shown() ?? "", APPROVE);
  await settled();
  session.end();
  await settled();
  expect(sent).toEqual(["approve a"]);
  expect(released).toEqual(["b", "c"]);
});
