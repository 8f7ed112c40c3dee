import { expect, test } from "vitest";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { applyWebhookSecret } from "./apply-webhook-secret";
import { showWebhookSecrets } from "./show-webhook-secrets";

const WANTED = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const DAY_MS = 24 * 60 * 60 * 1000;

test("without a wish, a secret is made once and then kept", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  const first = await showWebhookSecrets(ports);
  await applyWebhookSecret(ports, null);

  expect(first.secret).toMatch(/^whsec_/);
  expect(await showWebhookSecrets(ports)).toEqual(first);
});

test("the setting's secret becomes the current one; the one of before is valid for 24 hours", async () => {
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

test("several starts at once with a changed setting keep the secret of before valid", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  const { secret: before } = await showWebhookSecrets(ports);
  await Promise.all(Array.from({ length: 5 }, () => applyWebhookSecret(ports, WANTED)));

  expect(await showWebhookSecrets(ports)).toMatchObject({
    ...{ secret: WANTED, previous: { secret: before } },
  });
});

test("several first starts at once make one secret", async () => {
  const ports = makeNotificationPorts();
  await Promise.all(Array.from({ length: 5 }, () => applyWebhookSecret(ports, null)));

  expect((await showWebhookSecrets(ports)).previous).toBeNull();
});

test("a secret of before is not shown any more once its time is over", async () => {
  const ports = makeNotificationPorts();
  await applyWebhookSecret(ports, null);
  await applyWebhookSecret(ports, WANTED);
  ports.clock.advanceSeconds(DAY_MS / 1000);

  expect((await showWebhookSecrets(ports)).previous).toBeNull();
});

test("a start that loses every race ends with a sentence", async () => {
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
