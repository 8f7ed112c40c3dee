import { expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { removeWebhookUrl } from "./remove-webhook-url";
import { setWebhookUrl } from "./set-webhook-url";

test("after a removal, no notifications are sent for later changes, a second removal is harmless, and the secret is kept", async () => {
  const ports = makeNotificationPorts();
  await removeWebhookUrl(ports, COMMAND_AUTHOR);
  await setWebhookUrl(ports, { url: "https://example.com/hook", author: COMMAND_AUTHOR });
  const { secret } = await ports.webhookConfiguration.find();
  const told = await makeDocumentAt(ports, 1);
  await removeWebhookUrl(ports, COMMAND_AUTHOR);
  await removeWebhookUrl(ports, COMMAND_AUTHOR);
  const untold = await makeDocumentAt(ports, 1);

  expect(await ports.webhookConfiguration.find()).toEqual({
    url: null,
    secret,
    previousSecret: null,
  });
  expect(ports.documents.history.of(told.uuid).map(({ notified }) => notified)).toEqual([true]);
  expect(ports.documents.history.of(untold.uuid).map(({ notified }) => notified)).toEqual([false]);
});
