import { expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { PREVIOUS_SECRET_VALID_SECONDS } from "../../rules/webhook-secret";
import { createInMemoryBuiltInReceiver } from "../../testing/in-memory-built-in-receiver";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { sendSecretsToReceiver } from "./send-secrets-to-receiver";

function arrange() {
  const receiver = createInMemoryBuiltInReceiver();
  return { receiver, ports: { ...makeNotificationPorts(), builtInReceiver: receiver } };
}

test("without a built-in receiver, nothing is sent", async () => {
  expect(await sendSecretsToReceiver(makeNotificationPorts())).toEqual({ isTold: null });
});

test("the receiver gets the current and the previous secret, newest first", async () => {
  const { ports, receiver } = arrange();
  const { secret: first } = await rotateWebhookSecret(
    { ...ports, builtInReceiver: null },
    COMMAND_AUTHOR,
  );
  const { secret: second } = await rotateWebhookSecret(
    { ...ports, builtInReceiver: null },
    COMMAND_AUTHOR,
  );
  expect(await sendSecretsToReceiver(ports)).toEqual({ isTold: true });
  expect(receiver.secrets()).toEqual([second, first]);
});

test("an expired secret is not sent", async () => {
  const { ports, receiver } = arrange();
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const { secret } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  ports.clock.advanceSeconds(PREVIOUS_SECRET_VALID_SECONDS);
  await sendSecretsToReceiver(ports);
  expect(receiver.secrets()).toEqual([secret]);
});

test("secrets rotated while sending are also sent, even if that rotation finished first", async () => {
  const { ports, receiver } = arrange();
  const { secret: first } = await rotateWebhookSecret(
    { ...ports, builtInReceiver: null },
    COMMAND_AUTHOR,
  );
  let second = "";
  receiver.onceTold(async () => {
    second = (await rotateWebhookSecret(ports, COMMAND_AUTHOR)).secret;
    expect(receiver.secrets()).toEqual([second, first]);
  });
  expect(await sendSecretsToReceiver(ports)).toEqual({ isTold: true });
  expect(receiver.secrets()).toEqual([second, first]);
});

test("a receiver that does not respond is not an error, and the reason is returned", async () => {
  const { ports, receiver } = arrange();
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const told = receiver.secrets();
  receiver.setAvailable(false);
  const cause = expect.objectContaining({ message: "nothing listens" });
  expect(await sendSecretsToReceiver(ports)).toEqual({ isTold: false, cause });
  expect(receiver.secrets()).toEqual(told);
});

test("an internal problem is an error: no database, or a secret that cannot be decrypted", async () => {
  const { ports, receiver } = arrange();
  await rotateWebhookSecret({ ...ports, builtInReceiver: null }, COMMAND_AUTHOR);
  const outage = new DomainError("database-unavailable", "switched off");
  const find = () => Promise.reject(outage);
  const webhookConfiguration = { ...ports.webhookConfiguration, find };
  await expect(sendSecretsToReceiver({ ...ports, webhookConfiguration })).rejects.toBe(outage);
  const open = () => {
    throw new Error("sealed with another key");
  };
  const secretBox = { ...ports.secretBox, open };
  await expect(sendSecretsToReceiver({ ...ports, secretBox })).rejects.toThrow("another key");
  expect(receiver.secrets()).toEqual([]);
});

test("sending the secrets is abandoned if they change each time, and the reason is returned", async () => {
  const { ports, receiver } = arrange();
  const rotate = () => rotateWebhookSecret({ ...ports, builtInReceiver: null }, COMMAND_AUTHOR);
  await rotate();
  const verifyWith = async () => void (await rotate());
  const builtInReceiver = { ...receiver, verifyWith };
  expect(await sendSecretsToReceiver({ ...ports, builtInReceiver })).toEqual({
    isTold: false,
    cause: expect.objectContaining({ code: "too-much-contention" }),
  });
});
