import { expect, test } from "vitest";
import { makePorts } from "../testing/make-ports";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { setWebhookUrl } from "./set-webhook-url";

test("each rotation shows another secret, and it is the one that is kept", async () => {
  const ports = makePorts();
  const first = await rotateWebhookSecret(ports);
  const second = await rotateWebhookSecret(ports);
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(second.secret).not.toBe(first.secret);
  const { secret } = await ports.webhookConfiguration.find();
  expect(secret && ports.secretBox.open(secret)).toBe(second.secret);
});

test("the secret of before stays valid for 24 hours", async () => {
  const ports = makePorts();
  await setWebhookUrl(ports, { url: "https://example.com/hook" });
  const before = (await ports.webhookConfiguration.find()).secret;
  await rotateWebhookSecret(ports);
  expect((await ports.webhookConfiguration.find()).previousSecret).toEqual({
    sealed: before,
    expiresAt: new Date(ports.clock.now().getTime() + 24 * 3_600_000),
  });
});
