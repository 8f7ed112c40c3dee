import { Client } from "undici";
import { describe, expect, test } from "vitest";
import type { Lane } from "./connection";
import { createEndpointLanes, LANES_PER_ORIGIN_MAX } from "./connection-pool";

const A = "https://a.example";
const B = "https://b.example";

/** Lanes without connections, and what became of them. */
function arrange() {
  const opened: { origin: string; lane: Lane; disconnect: () => void }[] = [];
  const ended: Lane[] = [];
  const lanes = createEndpointLanes((origin, onDisconnected) => {
    const lane: Lane = {
      client: new Client(origin),
      trace: () => null,
      isConnected: () => true,
      stopOpening: () => undefined,
      end: () => Promise.resolve(void ended.push(lane)),
    };
    opened.push({ origin, lane, disconnect: onDisconnected });
    return lane;
  });
  return { lanes, opened, ended };
}

/** Work that ends when it is told to. */
function pieceOfWork(isReusable = true) {
  let end: () => void = () => undefined;
  const state = { hasBegun: false };
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    state.hasBegun = true;
    await ending;
    return { value: "done", isReusable };
  };
  return { work, end, state };
}

describe("an origin", () => {
  test("has 20 lanes; who comes then waits for a turn, in order, and another origin does not", async () => {
    const { lanes, opened } = arrange();
    const busy = Array.from({ length: LANES_PER_ORIGIN_MAX }, () => pieceOfWork());
    const waiting = [pieceOfWork(), pieceOfWork()];
    const running = [...busy, ...waiting].map(({ work }) => lanes.use(A, work));
    const [first, second] = waiting;
    const other = pieceOfWork();
    other.end();
    expect(await lanes.use(B, other.work)).toBe("done");
    expect([first?.state.hasBegun, second?.state.hasBegun]).toEqual([false, false]);
    busy[0]?.end();
    await running[0];
    first?.end();
    await running[LANES_PER_ORIGIN_MAX];
    for (const piece of [...busy, ...waiting]) piece.end();
    expect(await Promise.all(running)).toEqual(Array(22).fill("done"));
    expect(opened.filter(({ origin }) => origin === A)).toHaveLength(20);
  });

  test("uses a lane again that was left clean, and ends one that was not", async () => {
    const { lanes, opened, ended } = arrange();
    const use = (isReusable: boolean) =>
      lanes.use(A, () => Promise.resolve({ value: null, isReusable }));
    await use(true);
    await use(false);
    expect([opened.length, ended.length]).toEqual([1, 1]);
    await use(true);
    expect([opened.length, ended.length]).toEqual([2, 1]);
  });

  test("ends a lane whose work failed, and gives its turn on", async () => {
    const { lanes, ended } = arrange();
    const fail = () => lanes.use(A, () => Promise.reject(new Error("our fault")));
    for (let count = 0; count < 2 * LANES_PER_ORIGIN_MAX; count += 1) {
      await expect(fail()).rejects.toThrow("our fault");
    }
    expect(ended).toHaveLength(2 * LANES_PER_ORIGIN_MAX);
  });

  test("forgets an idle lane whose connection is gone", async () => {
    const { lanes, opened, ended } = arrange();
    const use = () => lanes.use(A, () => Promise.resolve({ value: null, isReusable: true }));
    await use();
    opened[0]?.disconnect();
    expect(ended).toHaveLength(1);
    await use();
    expect(opened).toHaveLength(2);
  });
});

test("closing lets work end, refuses what waits and what comes, and ends every lane", async () => {
  const { lanes, opened, ended } = arrange();
  const busy = Array.from({ length: LANES_PER_ORIGIN_MAX }, () => pieceOfWork());
  const running = busy.map(({ work }) => lanes.use(A, work));
  const waiting = lanes.use(A, pieceOfWork().work);
  await lanes.use(B, () => Promise.resolve({ value: null, isReusable: true }));
  const closing = lanes.close();
  await expect(waiting).rejects.toThrow("closed");
  await expect(lanes.use(B, pieceOfWork().work)).rejects.toThrow("closed");
  for (const piece of busy) piece.end();
  expect(await Promise.all(running)).toEqual(Array(20).fill("done"));
  await closing;
  expect([opened.length, ended.length]).toEqual([21, 21]);
});
