import { expect, test } from "vitest";
import type { Author } from "@/lib/kernel/rules/actor";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { removeWebhookUrl, setWebhookUrl } from "./webhook-configuration";
import { rotateWebhookSecret } from "./webhook-secrets";

const AUTHOR: Author = { actor: "administrator:7", requestId: "r", address: "192.0.2.7" };

test("the audit log records who changed the webhook URL, and a removal only if there was a URL", async () => {
  const ports = makeNotificationPorts();
  await removeWebhookUrl(ports, AUTHOR);
  await setWebhookUrl(ports, { url: "https://dms.example.com/", author: AUTHOR });
  await removeWebhookUrl(ports, AUTHOR);
  await rotateWebhookSecret(ports, AUTHOR);
  const at = ports.clock.now();
  const note = { at, author: AUTHOR, subject: "webhook" };
  expect(ports.webhookConfiguration.notes).toEqual([
    { ...note, action: "webhook-url-changed" },
    { ...note, action: "webhook-url-changed" },
    { ...note, action: "webhook-secret-rotated" },
  ]);
});
