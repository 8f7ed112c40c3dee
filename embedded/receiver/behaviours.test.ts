import { describe, expect, test } from "vitest";
import { behaviourSchema } from "./behaviours";
import { signNotification, startUnderTest } from "./notification.fixture";

/** Sends this many notifications, one by one. @returns their statuses */
async function statusesOf(
  send: Awaited<ReturnType<typeof startUnderTest>>["send"],
  count: number,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    statuses.push((await send(signNotification())).status);
  }
  return statuses;
}

describe("a receiver set to respond with a status", () => {
  test.each([200, 201, 204, 304, 400, 404, 410, 429, 500, 503, 599])(
    "responds with %d and records the status",
    async (status) => {
      const { receiver, send } = await startUnderTest();
      receiver.setBehaviour({ kind: "answer", status });
      expect(await statusesOf(send, 2)).toEqual([status, status]);
      expect(receiver.notifications()).toMatchObject([{ answered: status }, { answered: status }]);
    },
  );

  test.each([302, 307])("redirects to another path of the receiver with %d", async (status) => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "answer", status });
    expect((await send(signNotification())).headers.location).toBe(`${receiver.origin}/moved`);
  });

  test("includes Retry-After in a 429 response", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "answer", status: 429, retryAfterSeconds: 90 });
    expect((await send(signNotification())).headers["retry-after"]).toBe("90");
  });

  test("responds with 200 even to unverified notifications", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "answer", status: 200 });
    expect(await send({ headers: {}, body: "x" })).toMatchObject({ status: 200 });
    expect(receiver.notifications()).toMatchObject([{ verified: false, answered: 200 }]);
  });
});

describe("a receiver set not to respond", () => {
  test("hangs until the sender disconnects", async () => {
    const { receiver, send, lines } = await startUnderTest();
    receiver.setBehaviour({ kind: "hang" }, 1);
    const leave = new AbortController();
    const left = expect(send(signNotification(), leave.signal)).rejects.toThrow("aborted");
    await receiver.untilReceived((all) => all.length === 1 && lines.length === 1);
    expect(lines[0]).toContain("| not answered");
    leave.abort();
    await left;
    expect(receiver.notifications()).toMatchObject([{ answered: null }]);
    expect(await statusesOf(send, 1)).toEqual([200]);
  });

  test("closes the connection immediately", async () => {
    const { receiver, send, lines } = await startUnderTest();
    receiver.setBehaviour({ kind: "reset" }, 1);
    await expect(send(signNotification())).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
    expect(lines[0]).toContain("| closed the connection");
    expect(await statusesOf(send, 1)).toEqual([200]);
  });
});

describe("a receiver set to be slow", () => {
  test("responds no earlier than configured, and serves other senders in the meantime", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "slow", delayMs: 2_000 }, 1);
    const startedMs = performance.now();
    const slow = send(signNotification({ id: "msg_slow" })).then(({ status }) => ({
      status,
      tookMs: performance.now() - startedMs,
    }));
    await receiver.untilReceived((all) => all.length === 1);
    await send(signNotification({ id: "msg_quick" }));
    expect(receiver.notifications()).toMatchObject([
      { id: "msg_slow", answered: null },
      { id: "msg_quick", answered: 200 },
    ]);
    const { status, tookMs } = await slow;
    expect(status).toBe(200);
    expect(tookMs).toBeGreaterThan(1_999);
    expect(receiver.notifications()).toMatchObject([{ answered: 200 }, { answered: 200 }]);
  });

  test("does not record a response if the sender disconnects earlier", async () => {
    const { receiver, send, lines } = await startUnderTest();
    receiver.setBehaviour({ kind: "slow", delayMs: 600_000 });
    const leave = new AbortController();
    const left = expect(send(signNotification(), leave.signal)).rejects.toThrow();
    await receiver.untilReceived((all) => all.length === 1);
    leave.abort();
    await left;
    await receiver.untilReceived(() => lines.length === 1);
    expect(lines[0]).toContain("| the sender disconnected before the answer");
    expect(receiver.notifications()).toMatchObject([{ answered: null }]);
  });
});

describe("a receiver set to fail at random", () => {
  test("fails for the configured share of requests and accepts the others", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "fail-at-random", share: 0.3, status: 503 });
    const statuses = await statusesOf(send, 200);
    const failed = statuses.filter((status) => status === 503).length;
    // 60 failures are expected; the bounds are 6 standard deviations away.
    expect(failed).toBeGreaterThan(20);
    expect(failed).toBeLessThan(100);
    expect(statuses.filter((status) => status === 200)).toHaveLength(200 - failed);
  });

  test.each([
    [0, 200],
    [1, 500],
  ])("with a share of %d, always responds with %d", async (share, status) => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "fail-at-random", share, status: 500 });
    expect(await statusesOf(send, 20)).toEqual(Array(20).fill(status));
  });
});

describe("a behaviour for the next few notifications", () => {
  test("ends after those notifications, and then the previous behaviour applies again", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "answer", status: 503 });
    receiver.setBehaviour({ kind: "answer", status: 429 }, 2);
    expect(await statusesOf(send, 4)).toEqual([429, 429, 503, 503]);
  });

  test("is replaced by a behaviour for all notifications", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "answer", status: 429 }, 100);
    receiver.setBehaviour({ kind: "accept" });
    expect(await statusesOf(send, 2)).toEqual([200, 200]);
  });
});

test("a program can choose the response to each notification by its content", async () => {
  const { receiver, send } = await startUnderTest();
  receiver.setBehaviour(({ id }) =>
    id === "msg_bad" ? { kind: "answer", status: 500 } : { kind: "accept" },
  );
  expect((await send(signNotification({ id: "msg_bad" }))).status).toBe(500);
  expect((await send(signNotification({ id: "msg_good" }))).status).toBe(200);
});

test.each<[string, unknown]>([
  ["no kind", { status: 500 }],
  ["an unknown kind", { kind: "explode" }],
  ["a status that is no final one", { kind: "answer", status: 100 }],
  ["an option of another kind", { kind: "hang", delayMs: 5 }],
  ["a share above 1", { kind: "fail-at-random", share: 1.1 }],
  ["a negative delay", { kind: "slow", delayMs: -1 }],
])("the receiver rejects a behaviour with %s", (_name, behaviour) => {
  expect(behaviourSchema.safeParse(behaviour).success).toBe(false);
});

test("random failures have the status 500 by default", () => {
  const wanted = { kind: "fail-at-random", share: 0.5 };
  expect(behaviourSchema.parse(wanted)).toEqual({ ...wanted, status: 500 });
});
