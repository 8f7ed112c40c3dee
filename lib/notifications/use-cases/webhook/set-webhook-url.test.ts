import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { arrangeDelivery } from "../../testing/delivery.fixture";
import { createInMemoryBuiltInReceiver } from "../../testing/in-memory-built-in-receiver";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { wakeOverdueDeliveries } from "../delivery/wake-overdue-deliveries";
import { setWebhookUrl } from "./set-webhook-url";
import { showWebhookSecrets } from "./show-webhook-secrets";

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
      ...{ nextAttemptAt: ports.clock.now(), nextCause: "configuration" },
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
      ...{ url: FIRST, receiver: { isTold: false, cause: expect.any(Error) } },
    });
  });

  test("gets the secrets again if notifications will be sent to it, but not if they will be sent to any other URL", async () => {
    const receiver = createInMemoryBuiltInReceiver();
    const made = makeNotificationPorts();
    const webhookPolicy = { ...made.webhookPolicy, builtInOrigin: receiver.origin };
    const ports = { ...made, webhookPolicy, builtInReceiver: receiver };
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
