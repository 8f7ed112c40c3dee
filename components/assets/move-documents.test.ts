import { expect, test } from "vitest";
import { type CallCockpit, CockpitProblem } from "../api/call-cockpit";
import { moveDocuments } from "./move-documents";

/** A cockpit that tells two documents at a time, and refuses to move some. */
function cockpitOf(statuses: Readonly<Record<string, number>>, refusals: Record<string, string>) {
  const moved: string[] = [];
  const uuids = Object.keys(statuses);
  const call = async (method: string, path: string) => {
    const { pathname, searchParams } = new URL(path, "https://stagedoor.example");
    const uuid = pathname.split("/")[4];
    if (method === "PATCH" && uuid) {
      const code = refusals[uuid];
      if (code) throw new CockpitProblem({ code: code as never, detail: code, status: 409 });
      moved.push(uuid);
      return {};
    }
    const from = Number(searchParams.get("cursor") ?? 0);
    const items = uuids.slice(from, from + 2).map((id) => ({ uuid: id, status: statuses[id] }));
    return { items, nextCursor: from + 2 < uuids.length ? String(from + 2) : null };
  };
  return { call: call as unknown as CallCockpit, moved };
}

const PLACES = { from: "STRAY", to: "BLD-1" };

test("every document that can move is moved, what failed or was deleted is left", async () => {
  const { call, moved } = cockpitOf({ a: 2, b: 6, c: 4, d: 8, e: 1, f: 5 }, {});
  const told: number[] = [];
  const outcome = await moveDocuments(call, PLACES, (progress) => told.push(progress.moved));

  expect(moved).toEqual(["a", "c", "f"]);
  expect(outcome).toEqual({ moved: 3, left: 3 });
  expect(told).toEqual([0, 1, 2, 3]);
});

test("a document that somebody deleted meanwhile stops none of the others", async () => {
  const { call, moved } = cockpitOf({ a: 2, b: 2, c: 2 }, { b: "document-not-movable" });

  expect(await moveDocuments(call, PLACES, () => undefined)).toEqual({ moved: 2, left: 1 });
  expect(moved).toEqual(["a", "c"]);
});

test("a failure of another kind ends the move and is told", async () => {
  const { call, moved } = cockpitOf({ a: 2, b: 2, c: 2 }, { b: "no-answer" });

  await expect(moveDocuments(call, PLACES, () => undefined)).rejects.toThrow("no-answer");
  expect(moved).toEqual(["a"]);
});
