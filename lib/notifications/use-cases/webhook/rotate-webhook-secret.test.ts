import { expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createInMemoryBuiltInReceiver } from "../../testing/in-memory-built-in-receiver";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { setWebhookUrl } from "./set-webhook-url";
import { showWebhookSecrets } from "./show-webhook-secrets";

test("each rotation returns a different secret, which is the one that is stored", async () => {
  const ports = makeNotificationPorts();
  const first = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const second = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(second.secret).not.toBe(first.secret);
  const { secret } = await ports.webhookConfiguration.find();
  expect(secret && ports.secretBox.open(secret)).toBe(second.secret);
});

test("the previous secret works for 24 hours", async () => {
  const ports = makeNotificationPorts();
  await setWebhookUrl(ports, { url: "https://example.com/hook", author: COMMAND_AUTHOR });
  const before = (await ports.webhookConfiguration.find()).secret;
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect((await ports.webhookConfiguration.find()).previousSecret).toEqual({
    sealed: before,
    expiresAt: new Date(ports.clock.now().getTime() + 24 * 3_600_000),
  });
});

test("concurrent rotations each create a secret, and the last two secrets work", async () => {
  const ports = makeNotificationPorts();
  const rotations = Array.from({ length: 3 }, () => rotateWebhookSecret(ports, COMMAND_AUTHOR));
  const made = (await Promise.all(rotations)).map(({ secret }) => secret);
  const { secret, previous } = await showWebhookSecrets(ports);
  expect(new Set(made).size).toBe(3);
  expect(made).toContain(secret);
  expect(made).toContain(previous?.secret);
  expect(previous?.secret).not.toBe(secret);
});

test("if more rotations run concurrently than are retried, each creates a secret or reports that it changed nothing", async () => {
  const ports = makeNotificationPorts();
  const rotations = Array.from({ length: 6 }, () => rotateWebhookSecret(ports, COMMAND_AUTHOR));
  const outcomes = await Promise.allSettled(rotations);
  const made = outcomes.filter(({ status }) => status === "fulfilled").length;
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason.code] : [],
  );
  expect(made).toBeGreaterThan(0);
  expect(refused).toEqual(Array.from({ length: 6 - made }, () => "too-much-contention"));
});

test("a secret from the setting is not rotated, because the next start would undo it", async () => {
  const ports = makeNotificationPorts();
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const before = await ports.webhookConfiguration.find();
  const webhookPolicy = { ...ports.webhookPolicy, isSecretFixed: true };
  await expect(
    rotateWebhookSecret({ ...ports, webhookPolicy }, COMMAND_AUTHOR),
  ).rejects.toMatchObject({
    code: "secret-set-by-operator",
    detail: expect.stringContaining("WEBHOOK_SIGNING_SECRET"),
  });
  expect(await ports.webhookConfiguration.find()).toEqual(before);
});

test("the result contains the expiry of the previous secret, or null for the first one", async () => {
  const ports = makeNotificationPorts();
  const first = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(first).toEqual({
    ...{ secret: expect.any(String), previousExpiresAt: null },
    receiver: { isTold: null },
  });
  const { previousExpiresAt } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(previousExpiresAt).toEqual(new Date(ports.clock.now().getTime() + 24 * 3_600_000));
});

test("the built-in receiver gets the secrets each time, and its absence does not undo the rotation", async () => {
  const receiver = createInMemoryBuiltInReceiver();
  const ports = { ...makeNotificationPorts(), builtInReceiver: receiver };
  const first = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const second = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect([first.receiver, second.receiver]).toEqual([{ isTold: true }, { isTold: true }]);
  expect(receiver.secrets()).toEqual([second.secret, first.secret]);
  receiver.setAvailable(false);
  const third = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(third.receiver).toEqual({ isTold: false, cause: expect.any(Error) });
  expect((await showWebhookSecrets(ports)).secret).toBe(third.secret);
});

test("a secret that was created is returned, whatever fails afterwards", async () => {
  const ports = { ...makeNotificationPorts(), builtInReceiver: createInMemoryBuiltInReceiver() };
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const broken = new Error("sealed with another key");
  const open = () => {
    throw broken;
  };
  const secretBox = { ...ports.secretBox, open };
  const { secret, receiver } = await rotateWebhookSecret({ ...ports, secretBox }, COMMAND_AUTHOR);
  expect(receiver).toEqual({ isTold: false, cause: broken });
  expect((await showWebhookSecrets(ports)).secret).toBe(secret);
});

test("a rotation that loses every race fails with an explanation and changes nothing", async () => {
  const ports = makeNotificationPorts();
  const { secret } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  await expect(rotateWebhookSecret(withLostRaces(ports), COMMAND_AUTHOR)).rejects.toMatchObject({
    code: "too-much-contention",
    detail: "Other calls kept rotating the secret. This call changed nothing. Retry it.",
  });
  expect((await showWebhookSecrets(ports)).secret).toBe(secret);
});

/** Returns ports in which a concurrent rotation always comes first. */
function withLostRaces(ports: ReturnType<typeof makeNotificationPorts>) {
  const rotateSecret = () => Promise.resolve(false);
  return { ...ports, webhookConfiguration: { ...ports.webhookConfiguration, rotateSecret } };
}
