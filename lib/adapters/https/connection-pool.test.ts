import { describe, expect, test } from "vitest";
import type { Connection } from "./connection";
import { NO_CONNECTION } from "./connection-facts";
import { CONNECTIONS_PER_ORIGIN_MAX, createConnectionPool } from "./connection-pool";

const A = "https://a.example";
const B = "https://b.example";

/** Sets up a pool and records the fake connections that are opened and closed. */
function arrange() {
  const pool = createConnectionPool();
  const opened: { origin: string; disconnect: () => void }[] = [];
  const closed: Connection[] = [];
  const open = (origin: string): Connection => {
    const state = { isOpen: true };
    const disconnect = () => {
      state.isOpen = false;
    };
    opened.push({ origin, disconnect });
    const connection: Connection = {
      client: { request: () => Promise.reject(new Error("nothing is sent here")) },
      facts: NO_CONNECTION,
      bytesReceived: () => 0,
      isOpen: () => state.isOpen,
      close: () => Promise.resolve(void closed.push(connection)),
    };
    return connection;
  };
  const use = (origin: string, piece = pieceOfWork({ hasEnded: true })) =>
    pool.use(origin, async (idle) => {
      const connection = idle ?? open(origin);
      await piece.work();
      return { value: "done", reusable: connection };
    });
  return { pool, use, opened, closed };
}

/** Creates a job that ends when the test calls `end`. */
function pieceOfWork({ hasEnded = false } = {}) {
  let end: () => void = () => undefined;
  const state = { hasBegun: false };
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  if (hasEnded) end();
  const work = () => {
    state.hasBegun = true;
    return ending;
  };
  return { work, end, state };
}

describe("an origin", () => {
  test("has at most 20 connections; further jobs wait in order, without delaying other origins", async () => {
    const { use, opened } = arrange();
    const busy = Array.from({ length: CONNECTIONS_PER_ORIGIN_MAX }, () => pieceOfWork());
    const waiting = [pieceOfWork(), pieceOfWork()];
    const running = [...busy, ...waiting].map((piece) => use(A, piece));
    const [first, second] = waiting;
    expect(await use(B)).toBe("done");
    expect([first?.state.hasBegun, second?.state.hasBegun]).toEqual([false, false]);
    busy[0]?.end();
    await running[0];
    first?.end();
    await running[CONNECTIONS_PER_ORIGIN_MAX];
    for (const piece of [...busy, ...waiting]) piece.end();
    expect(await Promise.all(running)).toEqual(Array(22).fill("done"));
    expect(opened.filter(({ origin }) => origin === A)).toHaveLength(20);
  });

  test("reuses a connection for the next job only if the previous job left it reusable", async () => {
    const { pool, use, opened } = arrange();
    await use(A);
    const reused = await pool.use(A, (idle) => Promise.resolve({ value: idle, reusable: null }));
    expect([reused === null, opened.length]).toEqual([false, 1]);
    await use(A);
    expect(opened).toHaveLength(2);
  });

  test("runs the next job after a failed one", async () => {
    const { pool, use } = arrange();
    const fail = () => pool.use(A, () => Promise.reject(new Error("our fault")));
    for (let count = 0; count < 2 * CONNECTIONS_PER_ORIGIN_MAX; count += 1) {
      await expect(fail()).rejects.toThrow("our fault");
    }
    expect(await use(A)).toBe("done");
  });

  test("drops an idle connection that has been closed, and opens a new one", async () => {
    const { use, opened } = arrange();
    await use(A);
    opened[0]?.disconnect();
    await use(A);
    expect(opened).toHaveLength(2);
  });

  test("closes a connection that was lost while it was in use", async () => {
    const { use, opened, closed } = arrange();
    const piece = pieceOfWork();
    const running = use(A, piece);
    await expect.poll(() => opened.length).toBe(1);
    opened[0]?.disconnect();
    piece.end();
    await running;
    expect(closed).toHaveLength(1);
  });
});

test("closing the pool waits for running jobs, rejects waiting and new jobs, and closes every connection", async () => {
  const { pool, use, opened, closed } = arrange();
  const busy = Array.from({ length: CONNECTIONS_PER_ORIGIN_MAX }, () => pieceOfWork());
  const running = busy.map((piece) => use(A, piece));
  const waiting = use(A, pieceOfWork());
  await use(B);
  const closing = pool.close();
  await expect(waiting).rejects.toThrow("closed");
  await expect(use(B)).rejects.toThrow("closed");
  for (const piece of busy) piece.end();
  expect(await Promise.all(running)).toEqual(Array(20).fill("done"));
  await closing;
  expect([opened.length, closed.length]).toEqual([21, 21]);
});
