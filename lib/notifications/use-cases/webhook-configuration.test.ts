import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { PREVIOUS_SECRET_VALID_SECONDS } from "../rules/webhook-secret";
import { arrangeDelivery } from "../testing/delivery.fixture";
import { createInMemoryBuiltInReceiver } from "../testing/in-memory-built-in-receiver";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { wakeOverdueDeliveries } from "./wake-overdue-deliveries";
import {
  applyWebhookSecret,
  getWebhookConfiguration,
  getWebhookOverview,
  removeWebhookUrl,
  setWebhookUrl,
} from "./webhook-configuration";
import { rotateWebhookSecret, showWebhookSecrets } from "./webhook-secrets";

test("returns null while no URL is set, and never a secret", async () => {
  const ports = makeNotificationPorts();
  expect(await getWebhookConfiguration(ports)).toEqual({ url: null });
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(await getWebhookConfiguration(ports)).toEqual({ url: null });
  await setWebhookUrl(ports, { url: "https://example.com/hook", author: COMMAND_AUTHOR });
  expect(await getWebhookConfiguration(ports)).toEqual({ url: "https://example.com/hook" });
});

const RECEIVER = "https://dms.example.com/hook";

test("the overview is empty at first", async () => {
  expect(await getWebhookOverview(makeNotificationPorts())).toEqual({
    url: null,
    secret: { isSet: false, isFixed: false, previousExpiresAt: null },
    policy: { allowedNetworks: [], builtInOrigin: null },
    health: {
      failingSince: null,
      changesWaiting: 0,
      notificationsOutstanding: 0,
      oldestUntoldAt: null,
      nextAttemptAt: null,
      undeliveredCount: 0,
      lastDeliveredAt: null,
      testArrivedAt: null,
    },
  });
});

test("the overview marks the operator's settings as such", async () => {
  const ports = makeNotificationPorts();
  const webhookPolicy = {
    allowedNetworks: ["10.0.0.0/8"],
    isSecretFixed: true,
    builtInOrigin: "https://127.0.0.1:3003",
  };
  expect(await getWebhookOverview({ ...ports, webhookPolicy })).toMatchObject({
    secret: { isFixed: true },
    policy: { allowedNetworks: ["10.0.0.0/8"], builtInOrigin: "https://127.0.0.1:3003" },
  });
});

test("the overview shows when the previous secret expires until that time has passed, but never the secret itself", async () => {
  const ports = makeNotificationPorts();
  await setWebhookUrl(ports, { url: RECEIVER, author: COMMAND_AUTHOR });
  const { secret, previousExpiresAt } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const overview = await getWebhookOverview(ports);
  expect(overview).toMatchObject({ url: RECEIVER, secret: { isSet: true, previousExpiresAt } });
  expect(previousExpiresAt).not.toBeNull();
  expect(JSON.stringify(overview)).not.toContain(secret);
  ports.clock.advanceSeconds(PREVIOUS_SECRET_VALID_SECONDS);
  expect((await getWebhookOverview(ports)).secret.previousExpiresAt).toBeNull();
});

describe("the state of deliveries", () => {
  test("shows when the receiver started failing, how many notifications are outstanding and when the next attempt is", async () => {
    const { ports, begin, turn, row } = await arrangeDelivery();
    const run = await begin();
    ports.webhookTransport.answerNext(500);
    const failingSince = ports.clock.now();
    await turn(run);
    const { nextAttemptAt } = row(run);
    expect(nextAttemptAt).not.toBeNull();
    expect((await getWebhookOverview(ports)).health).toMatchObject({
      failingSince,
      notificationsOutstanding: 1,
      nextAttemptAt,
      lastDeliveredAt: null,
    });
  });

  test("shows no next attempt while there is no URL", async () => {
    const { ports, begin } = await arrangeDelivery();
    await begin();
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    expect((await getWebhookOverview(ports)).health).toMatchObject({
      notificationsOutstanding: 1,
      nextAttemptAt: null,
    });
  });

  test("shows the last delivery", async () => {
    const { ports, begin, turn } = await arrangeDelivery();
    const run = await begin();
    await turn(run);
    expect((await getWebhookOverview(ports)).health).toMatchObject({
      failingSince: null,
      notificationsOutstanding: 0,
      lastDeliveredAt: ports.clock.now(),
    });
  });
});

const FIRST = "https://bücher.example/hook";
const SECOND = "https://second.example/";

test("the URL is stored and returned exactly as entered", async () => {
  const ports = makeNotificationPorts();
  expect((await setWebhookUrl(ports, { url: FIRST, author: COMMAND_AUTHOR })).url).toBe(FIRST);
  expect((await ports.webhookConfiguration.find()).url).toBe(FIRST);
});

test("the first URL creates an encrypted secret of 32 random bytes, and later URLs keep it", async () => {
  const ports = makeNotificationPorts();
  await setWebhookUrl(ports, { url: FIRST, author: COMMAND_AUTHOR });
  const { secret } = await ports.webhookConfiguration.find();
  const whsec = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  expect(secret && ports.secretBox.open(secret)).toBe(whsec);
  expect(secret?.toString()).not.toBe(whsec);

  await setWebhookUrl(ports, { url: SECOND, author: COMMAND_AUTHOR });
  expect(await ports.webhookConfiguration.find()).toEqual({
    url: SECOND,
    secret,
    previousSecret: null,
  });
});

describe("a URL that breaks a rule", () => {
  test.each(["http://example.com/", "https://localhost/", "https://10.0.0.1/", "nonsense"])(
    "is rejected with the rule, and nothing changes: %s",
    async (url) => {
      const ports = makeNotificationPorts();
      await setWebhookUrl(ports, { url: FIRST, author: COMMAND_AUTHOR });
      const before = await ports.webhookConfiguration.find();
      await expect(setWebhookUrl(ports, { url, author: COMMAND_AUTHOR })).rejects.toMatchObject({
        code: "validation-failed",
        errors: [{ pointer: "#/url", detail: expect.stringMatching(/^must /) }],
      });
      expect(await ports.webhookConfiguration.find()).toEqual(before);
    },
  );

  test("is accepted if this installation allows it", async () => {
    const ports = makeNotificationPorts();
    const builtInOrigin = "https://127.0.0.1:3003";
    const webhookPolicy = {
      ...ports.webhookPolicy,
      allowedNetworks: ["10.0.0.0/8"],
      builtInOrigin,
    };
    for (const url of ["https://10.0.0.1/", `${builtInOrigin}/`]) {
      expect(
        (await setWebhookUrl({ ...ports, webhookPolicy }, { url, author: COMMAND_AUTHOR })).url,
      ).toBe(url);
    }
  });
});

describe("a pending notification", () => {
  test("is due and woken immediately; if there is none, no run is woken", async () => {
    const { ports, begin, turn, row } = await arrangeDelivery();
    await setWebhookUrl(ports, { url: SECOND, author: COMMAND_AUTHOR });
    expect(ports.deliveryRuns.takeWoken()).toEqual([]);
    const run = await begin();
    ports.webhookTransport.answerNext(404);
    await turn(run);
    await setWebhookUrl(ports, { url: FIRST, author: COMMAND_AUTHOR });
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
    expect(row(run)).toMatchObject({
      nextAttemptAt: ports.clock.now(),
      nextCause: "configuration",
    });
  });

  test("is due even if the engine does not respond: the URL is set, and the run is woken later", async () => {
    const { ports, begin, turn, row } = await arrangeDelivery();
    const run = await begin();
    ports.webhookTransport.answerNext(404);
    await turn(run);
    ports.deliveryRuns.setAvailable(false);
    expect((await setWebhookUrl(ports, { url: SECOND, author: COMMAND_AUTHOR })).url).toBe(SECOND);
    expect(row(run).nextAttemptAt).toEqual(ports.clock.now());
    ports.deliveryRuns.setAvailable(true);
    ports.clock.advanceSeconds(3);
    await wakeOverdueDeliveries(ports);
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
  });
});

describe("the built-in receiver", () => {
  test("gets the valid secrets before pending notifications are woken", async () => {
    const receiver = createInMemoryBuiltInReceiver();
    const { ports, begin, turn } = await arrangeDelivery();
    const run = await begin();
    ports.webhookTransport.answerNext(404);
    await turn(run);
    receiver.onceTold(async () => expect(ports.deliveryRuns.takeWoken()).toEqual([]));
    const webhookPolicy = { ...ports.webhookPolicy, builtInOrigin: receiver.origin };
    const withReceiver = { ...ports, webhookPolicy, builtInReceiver: receiver };
    await setWebhookUrl(withReceiver, { url: `${receiver.origin}/demo`, author: COMMAND_AUTHOR });
    expect(receiver.secrets()).toEqual([(await showWebhookSecrets(ports)).secret]);
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
  });

  test("gets the first secret, whatever the webhook URL is", async () => {
    const receiver = createInMemoryBuiltInReceiver();
    const ports = { ...makeNotificationPorts(), builtInReceiver: receiver };
    expect((await setWebhookUrl(ports, { url: FIRST, author: COMMAND_AUTHOR })).receiver).toEqual({
      isTold: true,
    });
    expect(receiver.secrets()).toEqual([(await showWebhookSecrets(ports)).secret]);
  });

  test("does not prevent setting a URL while it is unavailable, and the reason is returned", async () => {
    const receiver = createInMemoryBuiltInReceiver();
    receiver.setAvailable(false);
    const ports = { ...makeNotificationPorts(), builtInReceiver: receiver };
    expect(await setWebhookUrl(ports, { url: FIRST, author: COMMAND_AUTHOR })).toEqual({
      url: FIRST,
      receiver: { isTold: false, cause: expect.any(Error) },
    });
  });

  test("gets the secrets again if notifications will be sent to it, but not if they will be sent to any other URL", async () => {
    const receiver = createInMemoryBuiltInReceiver();
    const parts = makeNotificationPorts();
    const webhookPolicy = { ...parts.webhookPolicy, builtInOrigin: receiver.origin };
    const ports = { ...parts, webhookPolicy, builtInReceiver: receiver };
    await setWebhookUrl(
      { ...ports, builtInReceiver: null },
      { url: FIRST, author: COMMAND_AUTHOR },
    );
    const elsewhere = await setWebhookUrl(ports, { url: SECOND, author: COMMAND_AUTHOR });
    expect([elsewhere.receiver, receiver.secrets()]).toEqual([{ isTold: null }, []]);
    const there = await setWebhookUrl(ports, {
      url: `${receiver.origin}/demo`,
      author: COMMAND_AUTHOR,
    });
    expect([there.receiver, receiver.secrets().length]).toEqual([{ isTold: true }, 1]);
  });
});

test("after a removal, no notifications are sent for later changes, a second removal is harmless, and the secret is kept", async () => {
  const ports = makeNotificationPorts();
  await removeWebhookUrl(ports, COMMAND_AUTHOR);
  await setWebhookUrl(ports, { url: "https://example.com/hook", author: COMMAND_AUTHOR });
  const { secret } = await ports.webhookConfiguration.find();
  const document = await makeDocumentAt(ports, 1);
  await removeWebhookUrl(ports, COMMAND_AUTHOR);
  await removeWebhookUrl(ports, COMMAND_AUTHOR);
  const untold = await makeDocumentAt(ports, 1);

  expect(await ports.webhookConfiguration.find()).toEqual({
    url: null,
    secret,
    previousSecret: null,
  });
  expect(ports.documents.history.of(document.uuid).map(({ notified }) => notified)).toEqual([true]);
  expect(ports.documents.history.of(untold.uuid).map(({ notified }) => notified)).toEqual([false]);
});

const WANTED = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const DAY_MS = 24 * 60 * 60 * 1000;

test("if no secret is configured, a secret is created once and then kept", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  const first = await showWebhookSecrets(ports);
  await applyWebhookSecret(ports, null);

  expect(first.secret).toMatch(/^whsec_/);
  expect(await showWebhookSecrets(ports)).toEqual(first);
});

test("the secret in the setting becomes the current secret, and the previous secret works for 24 hours", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  const { secret: before } = await showWebhookSecrets(ports);
  const validUntil = new Date(ports.clock.now().getTime() + DAY_MS);
  await applyWebhookSecret(ports, WANTED);

  expect(await showWebhookSecrets(ports)).toEqual({
    secret: WANTED,
    previous: { secret: before, validUntil },
  });
});

test("the same setting at the next start changes nothing", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, WANTED);
  await applyWebhookSecret(ports, WANTED);

  expect(await showWebhookSecrets(ports)).toEqual({ secret: WANTED, previous: null });
});

test("concurrent starts with a changed setting keep the previous secret working", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  const { secret: before } = await showWebhookSecrets(ports);
  await Promise.all(Array.from({ length: 5 }, () => applyWebhookSecret(ports, WANTED)));

  expect(await showWebhookSecrets(ports)).toMatchObject({
    secret: WANTED,
    previous: { secret: before },
  });
});

test("processes that start concurrently for the first time create one secret", async () => {
  const ports = makeNotificationPorts();
  await Promise.all(Array.from({ length: 5 }, () => applyWebhookSecret(ports, null)));

  expect((await showWebhookSecrets(ports)).previous).toBeNull();
});

test("a previous secret is no longer returned after it expires", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  await applyWebhookSecret(ports, WANTED);
  ports.clock.advanceSeconds(DAY_MS / 1000);

  expect((await showWebhookSecrets(ports)).previous).toBeNull();
});

test("startup fails with an explanation if it loses every race", async () => {
  const ports = makeNotificationPorts();
  const rotateSecret = () => Promise.resolve(false);
  const webhookConfiguration = { ...ports.webhookConfiguration, rotateSecret };
  await expect(
    applyWebhookSecret({ ...ports, webhookConfiguration }, WANTED),
  ).rejects.toMatchObject({
    code: "too-much-contention",
    detail: expect.stringContaining("Start Stagedoor again"),
  });
});
