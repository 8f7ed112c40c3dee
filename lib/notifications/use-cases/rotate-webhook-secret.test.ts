import { expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createInMemoryBuiltInReceiver } from "../testing/in-memory-built-in-receiver";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { setWebhookUrl } from "./set-webhook-url";
import { showWebhookSecrets } from "./show-webhook-secrets";

test("each rotation shows another secret, and it is the one that is kept", async () => {
  const ports = makeNotificationPorts();
  const first = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  const second = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(second.secret).not.toBe(first.secret);
  const { secret } = await ports.webhookConfiguration.find();
  expect(secret && ports.secretBox.open(secret)).toBe(second.secret);
});

test("the secret of before stays valid for 24 hours", async () => {
  const ports = makeNotificationPorts();
  await setWebhookUrl(ports, { url: "https://example.com/hook", author: COMMAND_AUTHOR });
  const before = (await ports.webhookConfiguration.find()).secret;
  await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect((await ports.webhookConfiguration.find()).previousSecret).toEqual({
    sealed: before,
    expiresAt: new Date(ports.clock.now().getTime() + 24 * 3_600_000),
  });
});

test("several rotations at once each make a secret, and the last two of them are valid", async () => {
  const ports = makeNotificationPorts();
  const rotations = Array.from({ length: 3 }, () => rotateWebhookSecret(ports, COMMAND_AUTHOR));
  const made = (await Promise.all(rotations)).map(({ secret }) => secret);
  const { secret, previous } = await showWebhookSecrets(ports);
  expect(new Set(made).size).toBe(3);
  expect(made).toContain(secret);
  expect(made).toContain(previous?.secret);
  expect(previous?.secret).not.toBe(secret);
});

test("of more rotations at once than are tried again, each makes a secret or says that it changed nothing", async () => {
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

test("what a setting decides is not rotated: the next start would undo it", async () => {
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

test("the answer says until when the secret of before is valid, and that the first one follows none", async () => {
  const ports = makeNotificationPorts();
  const first = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(first).toEqual({
    ...{ secret: expect.any(String), previousExpiresAt: null },
    receiver: { isTold: null },
  });
  const { previousExpiresAt } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  expect(previousExpiresAt).toEqual(new Date(ports.clock.now().getTime() + 24 * 3_600_000));
});

test("the built-in receiver is told each time, and one that is away does not undo the rotation", async () => {
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

test("a secret that was made is shown, whatever is wrong afterwards", async () => {
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

test("a rotation that loses every race ends with a sentence, and changes nothing", async () => {
  const ports = makeNotificationPorts();
  const { secret } = await rotateWebhookSecret(ports, COMMAND_AUTHOR);
  await expect(rotateWebhookSecret(withLostRaces(ports), COMMAND_AUTHOR)).rejects.toMatchObject({
    code: "too-much-contention",
    detail: "Other calls kept rotating the secret. This call changed nothing. Retry it.",
  });
  expect((await showWebhookSecrets(ports)).secret).toBe(secret);
});

/** Somebody else is always first. */
function withLostRaces(ports: ReturnType<typeof makeNotificationPorts>) {
  const rotateSecret = () => Promise.resolve(false);
  return { ...ports, webhookConfiguration: { ...ports.webhookConfiguration, rotateSecret } };
}
