import { beforeAll, describe, expect, test } from "vitest";
import { shareContainer } from "@/app/current-container";
import { cockpitProblem } from "@/lib/http/core/schemas";
import {
  cockpitNotificationDetail,
  deliveryAlert,
  newWebhookSecret,
  webhookOverview,
} from "@/lib/http/notifications/cockpit-schemas";
import type { Role } from "@/lib/kernel/rules/actor";
import { showWebhookSecrets } from "@/lib/notifications/use-cases/webhook-secrets";
import type { CallOptions } from "../../testing/api.fixture";
import { prepareNotifications, TEST_SECRET } from "../../testing/notifications.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const WEBHOOK = "/api/cockpit/webhook";
const TESTS = `${WEBHOOK}/tests`;
const ROTATIONS = `${WEBHOOK}/secret-rotations`;
const SOME_URL = "https://bücher.example:8443/hook?tenant=1";
const under = prepareNotifications();
const { api } = under;
let headers: { cookie: string };

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});

type Call = Parameters<typeof api.call>;
const call = (method: Call[0], path: string, body?: unknown, more: CallOptions["headers"] = {}) =>
  api.call(method, path, { key: null, headers: { ...headers, ...more }, body });
const set = (url: unknown) => call("PUT", WEBHOOK, { url });
const overview = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return webhookOverview.parse(body);
};
const look = () => overview(call("GET", WEBHOOK));
const sendTest = async () => {
  const { status, body } = await call("POST", TESTS, {});
  expect(status).toBe(201);
  return cockpitNotificationDetail.parse(body);
};

describe("the webhook URL", () => {
  test("can be set, is shown unchanged with the other settings, and can be removed twice without error", async () => {
    const { secret, policy, health } = await look();
    expect(await overview(set(SOME_URL))).toEqual({ url: SOME_URL, secret, policy, health });
    expect(policy).toEqual({ allowedNetworks: ["127.0.0.0/8"], builtInOrigin: null });
    expect(secret).toEqual({ isSet: true, isFixed: false, previousExpiresAt: null });
    expect(health).toEqual({
      failingSince: null,
      changesWaiting: 0,
      notificationsOutstanding: 0,
      oldestUntoldAt: null,
      nextAttemptAt: null,
      undeliveredCount: 0,
      lastDeliveredAt: null,
      testArrivedAt: null,
    });
    expect(await look()).toMatchObject({ url: SOME_URL });
    for (const _ of ["once", "again"]) {
      expect(await overview(call("DELETE", WEBHOOK))).toMatchObject({ url: null, secret });
    }
  });

  test.each([
    ["http://dms.example.com/hook", "must start with https:// in lower case"],
    ["https://10.0.0.1/", "must not point to a private or reserved address"],
    ["https://192.168.1.20/", "must not point to a private or reserved address"],
    ["https://169.254.169.254/", "must not point to a private or reserved address"],
    ["https://[fd00::1]/", "must not point to a private or reserved address"],
    ["https://localhost/", "must not name this machine or an internal network"],
    ["https://user:password@example.com/", "must not contain a user name or password"],
    ["", "must start with https://"],
    [7, "must be a string"],
  ])("is rejected with an error at #/url, and without effect, if it is %j", async (url, reason) => {
    await set(SOME_URL);
    const { status, code, errors } = cockpitProblem.parse((await set(url)).body);
    expect([status, code]).toEqual([422, "validation-failed"]);
    expect(errors).toEqual([{ pointer: "#/url", detail: expect.stringContaining(reason) }]);
    expect(await look()).toMatchObject({ url: SOME_URL });
  });
});

describe("the receiver's health", () => {
  test("shows a failure and the next attempt until the notification is delivered", async () => {
    const { id } = await under.tell();
    expect((await look()).health).toMatchObject({
      notificationsOutstanding: 1,
      failingSince: null,
    });
    under.answerWith((response) => response.writeHead(500).end());
    await under.attempt(id);
    const failing = (await look()).health;
    expect(failing).toMatchObject({ notificationsOutstanding: 1, lastDeliveredAt: null });
    expect(failing.failingSince).not.toBeNull();
    expect(Date.parse(failing.nextAttemptAt ?? "")).toBeGreaterThan(Date.now());
    under.answerWith((response) => response.end());
    under.setForward(60_000);
    await under.attempt(id);
    const { settled_at } = await under.row(id);
    expect((await look()).health).toMatchObject({
      notificationsOutstanding: 0,
      failingSince: null,
      nextAttemptAt: null,
      lastDeliveredAt: settled_at instanceof Date ? settled_at.toISOString() : "not settled",
    });
  });

  test("reports a successful test after a failure until an attempt fails again or the URL changes", async () => {
    const arrived = async () => (await look()).health.testArrivedAt;
    const { id } = await under.tell();
    under.answerWith((response) => response.writeHead(500).end());
    await under.attempt(id);
    await sendTest();
    expect(await arrived()).toBeNull();
    under.answerWith((response) => response.end());
    const { lastAttempt } = await sendTest();
    expect(await arrived()).toBe(lastAttempt?.at);
    const { url } = await look();
    await set(`${url}&moved=1`);
    expect(await arrived()).toBeNull();
    await set(url);
    expect(await arrived()).toBe(lastAttempt?.at);
    under.answerWith((response) => response.writeHead(500).end());
    under.setForward(60_000);
    await under.attempt(id);
    expect(await arrived()).toBeNull();
  });
});

describe("the warning in the navigation", () => {
  const alertFor = async (role: Role) => {
    const { headers } = await signInForTest(api.container, role);
    return api.call("GET", `${WEBHOOK}/alert`, { key: null, headers });
  };

  test("is shown to administrators and reviewers while notifications fail, until a test or a notification is delivered", async () => {
    const failingSince = async () => {
      const [one, other] = [await alertFor("administrator"), await alertFor("reviewer")];
      expect(one.body).toEqual(other.body);
      return deliveryAlert.parse(one.body).failingSince;
    };
    expect(await failingSince()).toBeNull();
    const { id } = await under.tell();
    under.answerWith((response) => response.writeHead(500).end());
    await under.attempt(id);
    expect(await failingSince()).toBe((await look()).health.failingSince);
    under.answerWith((response) => response.end());
    await sendTest();
    expect(await failingSince()).toBeNull();
    await call("DELETE", WEBHOOK);
    expect(await failingSince()).toBeNull();
  });

  test("is not available to readers", async () => {
    expect((await alertFor("reader")).status).toBe(403);
  });
});

describe("the response to a test notification", () => {
  test("shows exactly what a receiver returned with 200", async () => {
    const shown = await sendTest();
    expect(shown).toMatchObject({
      state: "delivered",
      isTest: true,
      situation: expect.stringContaining("was delivered"),
      deliveries: [{ answer: { status: 200, body: "thank you" }, sentence: null, fix: null }],
    });
    expect(under.receiver.received.at(-1)?.headers).toMatchObject({ "x-stagedoor-test": "1" });
  });

  test("shows what happened and what to do if a receiver returned 500", async () => {
    under.answerWith((response) => response.writeHead(500).end("out of paper"));
    expect(await sendTest()).toMatchObject({
      state: "undelivered",
      situation: expect.stringContaining("did not arrive"),
      deliveries: [
        {
          answer: { status: 500, body: "out of paper" },
          sentence: "Your server had an internal error or was not available.",
          fix: expect.stringContaining("Check your server log"),
        },
      ],
    });
  });

  test("shows what happened and what to do if no server could be reached", async () => {
    await set("https://127.0.0.1:1/");
    expect(await sendTest()).toMatchObject({
      state: "undelivered",
      deliveries: [
        {
          answer: null,
          failure: { code: "connection-refused" },
          sentence: "Nothing is listening on 127.0.0.1, port 1.",
          fix: "Start the receiver or open the port.",
        },
      ],
    });
  });

  test("has status 409 without a webhook URL", async () => {
    await call("DELETE", WEBHOOK);
    const answer = await call("POST", TESTS, {});
    expect(cockpitProblem.parse(answer.body)).toMatchObject({
      status: 409,
      code: "webhook-not-configured",
    });
  });
});

describe("a secret rotation", () => {
  test("shows the new secret once, and the time until which the previous secret works", async () => {
    const answer = await call("POST", ROTATIONS, {});
    expect(answer.status).toBe(201);
    const { secret, previousExpiresAt, isReceiverTold } = newWebhookSecret.parse(answer.body);
    expect(isReceiverTold).toBeNull();
    expect(await showWebhookSecrets(api.container.ports)).toEqual({
      secret,
      previous: { secret: TEST_SECRET, validUntil: new Date(previousExpiresAt ?? "") },
    });
    const shown = await look();
    expect(shown.secret).toEqual({ isSet: true, isFixed: false, previousExpiresAt });
    expect(JSON.stringify(shown)).not.toContain("whsec");
  });

  test("returns 409 while the secret is set by the operator", async () => {
    const webhookPolicy = { ...under.ports.webhookPolicy, isSecretFixed: true };
    const ports = { ...under.ports, webhookPolicy };
    shareContainer({ ...api.container, ports });
    expect((await look()).secret).toMatchObject({ isFixed: true });
    const answer = await call("POST", ROTATIONS, {});
    expect(cockpitProblem.parse(answer.body)).toMatchObject({
      status: 409,
      code: "secret-set-by-operator",
    });
    expect(await showWebhookSecrets(ports)).toMatchObject({ secret: TEST_SECRET });
  });
});
