import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  connectTo,
  OTHER_SECRET,
  oneChange,
  SECRET,
  signNotification,
  startUnderTest,
} from "./notification.fixture";
import { startTestReceiver } from "./test-receiver.fixture";

describe("a notification", () => {
  test("that is signed is answered with 200, stored with its bytes and printed", async () => {
    const { receiver, send, lines } = await startUnderTest();
    const uuid = "3f2a6c1e-0000-4000-8000-000000000001";
    const notification = signNotification({ id: "msg_1", body: oneChange(uuid), attempt: 3 });
    expect(await send(notification)).toMatchObject({ status: 200, text: "Received.\n" });

    expect(receiver.notifications()).toEqual([
      {
        number: 1,
        arrivedAtMs: expect.any(Number),
        method: "POST",
        path: "/webhook",
        id: "msg_1",
        attempt: 3,
        isTest: false,
        items: JSON.parse(notification.body),
        verified: true,
        whyNotVerified: null,
        isRepeat: false,
        answered: 200,
        headers: expect.objectContaining(notification.headers),
        body: notification.body,
        bodyEncoding: "utf8",
      },
    ]);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^[\\d:.]{12} \\| msg_1 \\| attempt 3 \\| ${uuid} 1->2 \\| verified \\| answered 200$`,
        ),
      ),
    ]);
  });

  test("with a wrong signature is rejected and stored together with the reason", async () => {
    const { receiver, send, lines } = await startUnderTest();
    const answer = await send(signNotification({ secret: OTHER_SECRET }));
    expect(answer).toMatchObject({
      status: 401,
      text: expect.stringMatching(
        /^Not verified: no signature matches the secret and the body .*\.\n$/,
      ),
    });
    expect(receiver.notifications()).toMatchObject([{ verified: false, answered: 401 }]);
    expect(lines[0]).toContain("not verified: no signature matches the secret and the body");
  });

  test.each([
    ["no JSON", "hello"],
    ["an empty list", "[]"],
    ["a fifth field", JSON.stringify([{ ...JSON.parse(oneChange())[0], id: 1 }])],
    ["a missing field", JSON.stringify([{ uuid: "3f2a6c1e-0000-4000-8000-000000000001" }])],
    ["101 items", JSON.stringify(Array.from({ length: 101 }, () => JSON.parse(oneChange())[0]))],
  ])("that is signed but has %s is answered with 400", async (_name, body) => {
    const { receiver, send } = await startUnderTest();
    expect(await send(signNotification({ body }))).toMatchObject({ status: 400 });
    expect(receiver.notifications()).toMatchObject([{ verified: true, items: null }]);
  });
});

describe("a sender", () => {
  test("is accepted, and reported as unverified, while there is no secret", async () => {
    const { receiver, send, lines } = await startUnderTest({ secrets: [] });
    expect(await send(signNotification())).toMatchObject({ status: 200 });
    expect(lines[0]).toContain("not verified: no secret is configured");
    receiver.setSecrets([OTHER_SECRET]);
    expect(await send(signNotification())).toMatchObject({ status: 401 });
  });

  test("is verified with either secret during a rotation, and only with the new one afterwards", async () => {
    const { receiver, send } = await startUnderTest({ secrets: [SECRET, OTHER_SECRET] });
    const statuses = async () => [
      (await send(signNotification({ secret: SECRET }))).status,
      (await send(signNotification({ secret: OTHER_SECRET }))).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    receiver.setSecrets([SECRET]);
    expect(await statuses()).toEqual([200, 401]);
  });

  test("that repeats a notification already answered with 200 gets 200 again", async () => {
    const { receiver, send, lines } = await startUnderTest();
    receiver.setBehaviour({ kind: "answer", status: 500 }, 1);
    const notification = signNotification();
    for (const status of [500, 200, 200]) {
      expect(await send(notification)).toMatchObject({ status });
    }
    expect(receiver.notifications().map(({ isRepeat }) => isRepeat)).toEqual([false, false, true]);
    expect(lines.map((line) => line.includes("| repeat |"))).toEqual([false, false, true]);
  });
});

describe("an unusual notification", () => {
  test("of more than 1 MiB is answered with 413, and the next notification is accepted", async () => {
    const { send } = await startUnderTest();
    const large = signNotification({ body: "x".repeat(1_048_577) });
    expect(await send(large)).toMatchObject({ status: 413 });
    expect(await send(signNotification())).toMatchObject({ status: 200 });
  });

  test("with control sequences is printed without them", async () => {
    const { call, lines } = await startUnderTest();
    await call("POST", "/", { headers: { "webhook-id": "\u009b31mred" }, body: "x" });
    expect(lines[0]).toContain("?31mred");
  });

  test("with many changes is printed with its first changes and the number of the remaining changes", async () => {
    const { send, lines } = await startUnderTest();
    const items = Array.from({ length: 100 }, () => JSON.parse(oneChange())[0]);
    await send(signNotification({ body: JSON.stringify(items) }));
    expect(lines[0]).toContain("1->2 and 95 more |");
  });
});

test("a request with any method other than POST is answered with 405, is stored, and does not count towards a behaviour", async () => {
  const { receiver, call, send } = await startUnderTest();
  receiver.setBehaviour({ kind: "answer", status: 503 }, 1);
  expect(await call("GET", "/webhook")).toMatchObject({ status: 405 });
  expect(receiver.notifications()).toMatchObject([{ method: "GET", answered: 405 }]);
  expect(await send(signNotification())).toMatchObject({ status: 503 });
});

describe("waiting for notifications", () => {
  test("resolves as soon as the predicate is true", async () => {
    const { receiver, send } = await startUnderTest();
    const waiting = receiver.untilReceived((all) => all.filter((n) => n.answered).length === 2);
    await send(signNotification({ id: "msg_a" }));
    await send(signNotification({ id: "msg_b" }));
    expect((await waiting).map(({ id }) => id)).toEqual(["msg_a", "msg_b"]);
  });

  test("rejects after the time limit and reports what arrived instead", async () => {
    const { receiver, send } = await startUnderTest();
    await send(signNotification({ id: "msg_a" }));
    await expect(receiver.untilReceived(() => false, 1)).rejects.toThrow(
      "1 notifications had arrived; the last ones: msg_a attempt 1 answered 200",
    );
  });

  test("rejects with the error of a predicate that throws, and the sender still gets its response", async () => {
    const { receiver, send } = await startUnderTest();
    const waiting = receiver.untilReceived((all) => {
      if (all.length > 0) throw new Error("wrong in the test");
      return false;
    });
    const failed = expect(waiting).rejects.toThrow("wrong in the test");
    expect(await send(signNotification())).toMatchObject({ status: 200 });
    await failed;
  });

  test("rejects when the receiver stops", async () => {
    const { receiver } = await startUnderTest();
    const waiting = expect(receiver.untilReceived(() => false)).rejects.toThrow("Stopped");
    await receiver.stop();
    await waiting;
  });
});

describe("the server", () => {
  test("can only be reached from this machine", async () => {
    const { receiver } = await startUnderTest();
    expect(receiver.origin).toBe(`https://127.0.0.1:${receiver.port}`);
  });

  test("is trusted by its name and by its address, but only by clients that trust the authority", async () => {
    const { receiver, call, lines } = await startUnderTest();
    const byName = connectTo({ ...receiver, origin: `https://localhost:${receiver.port}` });
    onTestFinished(() => byName.agent.destroy());
    expect(await byName.call("GET", "/")).toMatchObject({ status: 405 });
    expect(await call("GET", "/")).toMatchObject({ status: 405 });
    await expect(fetch(receiver.origin)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/UNABLE_TO_VERIFY|SELF_SIGNED/) },
    });
    expect(lines).toHaveLength(2);
  });

  test("reports an error if its port is in use", async () => {
    const { receiver } = await startUnderTest();
    await expect(startTestReceiver({ port: receiver.port, secrets: [] })).rejects.toThrow(
      `port ${receiver.port} on 127.0.0.1 is in use by `,
    );
  });

  test("stops even if senders hang, and frees its port", async () => {
    const { receiver, send } = await startUnderTest();
    receiver.setBehaviour({ kind: "hang" });
    const hanging = expect(send(signNotification())).rejects.toThrow();
    const silent = connect(receiver.port, "127.0.0.1");
    silent.on("error", () => undefined);
    await once(silent, "connect");
    await receiver.untilReceived((all) => all.length === 1);
    await receiver.stop();
    await hanging;
    const next = await startTestReceiver({ port: receiver.port, secrets: [] });
    await next.stop();
  });

  test("accepts 3,000 notifications and keeps all of them in order", async () => {
    const { receiver, send } = await startUnderTest();
    const ids = Array.from({ length: 3_000 }, (_, index) => `msg_${index}`);
    const answers = await Promise.all(ids.map((id) => send(signNotification({ id }))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const entries = receiver.notifications();
    expect(entries.map(({ number }) => number)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(ids));
  });
});
