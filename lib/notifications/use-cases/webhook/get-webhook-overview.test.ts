import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { PREVIOUS_SECRET_VALID_SECONDS } from "../../rules/webhook-secret";
import { arrangeDelivery } from "../../testing/delivery.fixture";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { getWebhookOverview } from "./get-webhook-overview";
import { removeWebhookUrl } from "./remove-webhook-url";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { setWebhookUrl } from "./set-webhook-url";

const RECEIVER = "https://dms.example.com/hook";

test("the overview is empty at first", async () => {
  expect(await getWebhookOverview(makeNotificationPorts())).toEqual({
    url: null,
    secret: { isSet: false, isFixed: false, previousExpiresAt: null },
    policy: { allowedNetworks: [], builtInOrigin: null },
    health: {
      ...{ failingSince: null, changesWaiting: 0, notificationsOutstanding: 0 },
      ...{ oldestUntoldAt: null, nextAttemptAt: null, undeliveredCount: 0, lastDeliveredAt: null },
      testArrivedAt: null,
    },
  });
});

test("the overview marks the operator's settings as such", async () => {
  const ports = makeNotificationPorts();
  const webhookPolicy = {
    ...{ allowedNetworks: ["10.0.0.0/8"], isSecretFixed: true },
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
      ...{ failingSince, notificationsOutstanding: 1, nextAttemptAt, lastDeliveredAt: null },
    });
  });

  test("shows no next attempt while there is no URL", async () => {
    const { ports, begin } = await arrangeDelivery();
    await begin();
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    expect((await getWebhookOverview(ports)).health).toMatchObject({
      ...{ notificationsOutstanding: 1, nextAttemptAt: null },
    });
  });

  test("shows the last delivery", async () => {
    const { ports, begin, turn } = await arrangeDelivery();
    const run = await begin();
    await turn(run);
    expect((await getWebhookOverview(ports)).health).toMatchObject({
      ...{ failingSince: null, notificationsOutstanding: 0, lastDeliveredAt: ports.clock.now() },
    });
  });
});
