import { expect, test } from "vitest";
import type { RetryClock } from "@/lib/client/retrying";
import { type CallCockpit, CockpitProblem } from "../api/call-cockpit";
import { type MoveProgress, moveDocuments } from "./move-documents";

interface Refusal {
  readonly code: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** Creates a cockpit that lists two documents per page and rejects moves as specified. */
function cockpitOf(
  statuses: Readonly<Record<string, number>>,
  refusals: Readonly<Record<string, readonly Refusal[]>> = {},
) {
  const moved: string[] = [];
  const waitsMs: number[] = [];
  const uuids = Object.keys(statuses);
  const tries = new Map<string, number>();
  const call = async (method: string, path: string) => {
    const { pathname, searchParams } = new URL(path, "https://stagedoor.example");
    const uuid = pathname.split("/")[4];
    if (method === "PATCH" && uuid) {
      const nth = tries.get(uuid) ?? 0;
      tries.set(uuid, nth + 1);
      const refusal = refusals[uuid]?.[nth];
      if (refusal) {
        const { code, status = 409, retryAfterSeconds = null } = refusal;
        throw new CockpitProblem({ code: code as never, detail: code, status, retryAfterSeconds });
      }
      moved.push(uuid);
      return {};
    }
    const from = Number(searchParams.get("cursor") ?? 0);
    const items = uuids.slice(from, from + 2).map((id) => ({ uuid: id, status: statuses[id] }));
    return { items, nextCursor: from + 2 < uuids.length ? String(from + 2) : null };
  };
  const clock: RetryClock = {
    nowMs: () => 0,
    sleep: async (durationMs, signal) => {
      waitsMs.push(durationMs);
      signal?.throwIfAborted();
    },
  };
  const stop = new AbortController();
  const move = (onProgress: (progress: MoveProgress) => void = () => undefined) =>
    moveDocuments(
      { call: call as unknown as CallCockpit, clock, signal: stop.signal, onProgress },
      { from: "STRAY", to: "BLD-1" },
    );
  return { move, moved, waitsMs, stop };
}

test("every document that can be moved is moved, and failed and deleted documents stay", async () => {
  const { move, moved } = cockpitOf({ a: 2, b: 6, c: 4, d: 8, e: 1, f: 5 });
  const counts: number[] = [];
  const outcome = await move((progress) => counts.push(progress.moved));

  expect(moved).toEqual(["a", "c", "f"]);
  expect(outcome).toEqual({ moved: 3, left: 3, untried: 0 });
  expect(counts).toEqual([0, 1, 2, 3]);
});

test("a document that was deleted in the meantime stays, and all others are moved", async () => {
  const { move, moved } = cockpitOf(
    { a: 2, b: 2, c: 2 },
    { b: [{ code: "document-not-movable" }] },
  );

  expect(await move()).toEqual({ moved: 2, left: 1, untried: 0 });
  expect(moved).toEqual(["a", "c"]);
});

test("a document that was erased in the meantime is not counted", async () => {
  const { move } = cockpitOf({ a: 2, b: 2 }, { a: [{ code: "staged-document-not-found" }] });

  expect(await move()).toEqual({ moved: 1, left: 0, untried: 0 });
});

test("a failure of any other kind, such as no response, ends the move and is reported", async () => {
  const { move, moved } = cockpitOf({ a: 2, b: 2, c: 2 }, { b: [{ code: "no-answer" }] });

  await expect(move()).rejects.toThrow("no-answer");
  expect(moved).toEqual(["a"]);
});

test("a rate limit only delays the move, for as long as the server asks", async () => {
  const refusal = { code: "rate-limited", status: 429, retryAfterSeconds: 42 };
  const { move, moved, waitsMs } = cockpitOf({ a: 2, b: 2, c: 2 }, { b: [refusal] });

  expect(await move()).toEqual({ moved: 3, left: 0, untried: 0 });
  expect(moved).toEqual(["a", "b", "c"]);
  expect(waitsMs).toEqual([42_000]);
});

test("a stopped move still finishes the current document", async () => {
  const { move, moved, stop } = cockpitOf({ a: 2, b: 2, c: 2, d: 6 });
  const outcome = await move((progress) => progress.moved === 1 && stop.abort());

  expect(moved).toEqual(["a"]);
  expect(outcome).toEqual({ moved: 1, left: 1, untried: 2 });
});

test("a move that is stopped while it is waiting for the server ends immediately", async () => {
  const refusal = { code: "rate-limited", status: 429, retryAfterSeconds: 42 };
  const { move, moved, stop } = cockpitOf({ a: 2, b: 2 }, { b: [refusal] });
  const outcome = await move(
    (progress) => progress.moved === 1 && queueMicrotask(() => stop.abort()),
  );

  expect(moved).toEqual(["a"]);
  expect(outcome).toEqual({ moved: 1, left: 0, untried: 1 });
});
