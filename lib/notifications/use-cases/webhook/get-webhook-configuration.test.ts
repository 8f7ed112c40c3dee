import { expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { getWebhookConfiguration } from "./get-webhook-configuration";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { setWebhookUrl } from "./set-webhook-url";

test("returns null while no URL is set, and never a secret", async () => {
  const ports = makeNotificationPorts();
  expect(await getWebhookConfiguration(ports)).toEqual({ url: null });
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(await getWebhookConfiguration(ports)).toEqual({ url: null });
  await setWebhookUrl(ports, { url: "https://example.com/hook", author: COMMAND_AUTHOR });
  expect(await getWebhookConfiguration(ports)).toEqual({ url: "https://example.com/hook" });
});
