import { expect, test } from "vitest";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { applyWebhookSecret } from "./apply-webhook-secret";
import { showWebhookSecrets } from "./show-webhook-secrets";

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
    ...{ secret: WANTED, previous: { secret: before } },
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
