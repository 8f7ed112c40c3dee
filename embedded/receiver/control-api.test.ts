import { describe, expect, test } from "vitest";
import { OTHER_SECRET, SECRET, signNotification, startUnderTest } from "./notification.fixture";

const ACCEPT = { kind: "accept" };

describe("a request without the control token", () => {
  test.each([
    ["no header", {}],
    ["another token", { authorization: "Bearer wrong" }],
    ["an empty token", { authorization: "Bearer " }],
  ])("with %s does not return or change anything", async (_name, headers) => {
    const { receiver, call, send } = await startUnderTest();
    await send(signNotification());
    const body = JSON.stringify({ behaviour: { kind: "answer", status: 500 } });
    for (const answer of [
      await call("GET", "/_receiver/state", { headers }),
      await call("GET", "/_receiver/notifications", { headers }),
      await call("PUT", "/_receiver/behaviour", { headers, body }),
      await call("PUT", "/_receiver/secrets", { headers, body: '{"secrets":[]}' }),
      await call("DELETE", "/_receiver/notifications", { headers }),
      await call("GET", "/_receiver/nothing", { headers }),
    ]) {
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.text).detail).toContain("Authorization: Bearer");
    }
    expect(await send(signNotification())).toMatchObject({ status: 200 });
    expect(receiver.notifications()).toHaveLength(2);
  });
});

describe("the state", () => {
  test("shows the settings and the counts, but does not show any secret", async () => {
    const { receiver, send, control } = await startUnderTest();
    const notification = signNotification();
    await send(notification);
    await send(notification);
    await send(signNotification({ secret: OTHER_SECRET }));
    expect(await control("GET", "state")).toEqual({
      status: 200,
      json: {
        origin: receiver.origin,
        behaviour: ACCEPT,
        requestsLeft: null,
        secrets: 1,
        received: 3,
        verified: 2,
        accepted: 2,
        repeats: 1,
      },
    });
  });

  test("shows how many requests remain for a behaviour", async () => {
    const { send, control } = await startUnderTest();
    const behaviour = { kind: "answer", status: 500 };
    const set = await control("PUT", "behaviour", { behaviour, requests: 2 });
    expect(set).toMatchObject({ status: 200, json: { behaviour, requestsLeft: 2 } });
    expect((await send(signNotification())).status).toBe(500);
    expect((await control("GET", "state")).json).toMatchObject({ behaviour, requestsLeft: 1 });
    expect((await send(signNotification())).status).toBe(500);
    expect((await control("GET", "state")).json).toMatchObject({
      behaviour: ACCEPT,
      requestsLeft: null,
    });
  });
});

describe("the notifications", () => {
  test("are read page by page, with their bodies, headers and responses", async () => {
    const { send, control } = await startUnderTest();
    const notifications = ["msg_1", "msg_2", "msg_3"].map((id) => signNotification({ id }));
    for (const notification of notifications) await send(notification);
    const first = (await control("GET", "notifications?limit=2")).json;
    expect(first).toMatchObject({
      items: [
        { number: 1, id: "msg_1", answered: 200, verified: true, body: notifications[0]?.body },
        { number: 2, id: "msg_2", headers: notifications[1]?.headers },
      ],
      nextAfter: 2,
    });
    const second = (await control("GET", `notifications?after=${first.nextAfter}`)).json;
    expect(second).toMatchObject({ items: [{ number: 3 }], nextAfter: 3 });
    expect((await control("GET", "notifications?after=3")).json).toEqual({
      items: [],
      nextAfter: 3,
    });
  });

  test("show a binary body as base64", async () => {
    const { call, control } = await startUnderTest();
    await call("POST", "/", { body: Buffer.from([0xff, 0x00]) });
    expect((await control("GET", "notifications")).json.items).toMatchObject([
      { body: "/wA=", bodyEncoding: "base64" },
    ]);
  });

  test("can be cleared: earlier notifications are then no longer recognised as repeats, but numbering continues", async () => {
    const { send, control } = await startUnderTest();
    const notification = signNotification();
    await send(notification);
    expect(await control("DELETE", "notifications")).toMatchObject({ status: 200 });
    expect((await control("GET", "notifications")).json.items).toEqual([]);
    expect(await send(notification)).toMatchObject({ text: "Received.\n" });
    expect((await control("GET", "notifications")).json.items).toMatchObject([
      { number: 2, isRepeat: false },
    ]);
  });
});

test("secrets are replaced immediately", async () => {
  const { send, control } = await startUnderTest({ secrets: [] });
  const set = await control("PUT", "secrets", { secrets: [SECRET, OTHER_SECRET] });
  expect(set).toMatchObject({ status: 200, json: { secrets: 2 } });
  expect(await send(signNotification({ secret: "whsec_AAAA" }))).toMatchObject({ status: 401 });
  expect(await send(signNotification({ secret: OTHER_SECRET }))).toMatchObject({ status: 200 });
});

describe("an invalid control request", () => {
  test.each([
    ["PUT", "behaviour", undefined],
    ["PUT", "behaviour", { kind: "hang" }],
    ["PUT", "behaviour", { behaviour: { kind: "explode" } }],
    ["PUT", "behaviour", { behaviour: ACCEPT, requests: 0 }],
    ["PUT", "behaviour", { behaviour: ACCEPT, forever: true }],
    ["PUT", "secrets", { secrets: "whsec_x" }],
    ["PUT", "secrets", { secrets: ["whsec_tooShort"] }],
    ["GET", "notifications?after=-1", undefined],
    ["GET", "notifications?limit=1001", undefined],
    ["GET", "notifications?before=5", undefined],
  ] as const)("%s %s with %j returns an error and changes nothing", async (method, path, json) => {
    const { control } = await startUnderTest();
    const before = (await control("GET", "state")).json;
    const answer = await control(method, path, json);
    expect(answer).toMatchObject({ status: 400, json: { status: 400 } });
    expect(answer.json.detail).toMatch(/^The request is not valid\. ✖/);
    expect(JSON.stringify(answer.json)).not.toContain("tooShort");
    expect((await control("GET", "state")).json).toEqual(before);
  });

  test.each([
    ["PUT", "notifications"],
    ["GET", "nothing"],
    ["GET", "constructor"],
  ] as const)(
    "%s %s does not exist, and the response lists the existing operations",
    async (method, path) => {
      const { control } = await startUnderTest();
      expect(await control(method, path)).toEqual({
        status: 404,
        json: {
          status: 404,
          detail: expect.stringMatching(
            `^${method} /_receiver/${path} does not exist\\. Available: .*PUT /_receiver/behaviour`,
          ),
        },
      });
    },
  );
});
