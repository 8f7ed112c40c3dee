import { expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { PREVIOUS_SECRET_VALID_SECONDS } from "../rules/webhook-secret";
import { createInMemoryBuiltInReceiver } from "../testing/in-memory-built-in-receiver";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { setWebhookUrl } from "./webhook-configuration";
import { rotateWebhookSecret, sendSecretsToReceiver, showWebhookSecrets } from "./webhook-secrets";

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
  const secrets = (await Promise.all(rotations)).map(({ secret }) => secret);
  const { secret, previous } = await showWebhookSecrets(ports);
  expect(new Set(secrets).size).toBe(3);
  expect(secrets).toContain(secret);
  expect(secrets).toContain(previous?.secret);
  expect(previous?.secret).not.toBe(secret);
});

test("if more rotations run concurrently than are retried, each creates a secret or reports that it changed nothing", async () => {
  const ports = makeNotificationPorts();
  const rotations = Array.from({ length: 6 }, () => rotateWebhookSecret(ports, COMMAND_AUTHOR));
  const outcomes = await Promise.allSettled(rotations);
  const count = outcomes.filter(({ status }) => status === "fulfilled").length;
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason.code] : [],
  );
  expect(count).toBeGreaterThan(0);
  expect(refused).toEqual(Array.from({ length: 6 - count }, () => "too-much-contention"));
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
    secret: expect.any(String),
    previousExpiresAt: null,
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
  const secrets = receiver.secrets();
  receiver.setAvailable(false);
  const cause = expect.objectContaining({ message: "nothing listens" });
  expect(await sendSecretsToReceiver(ports)).toEqual({ isTold: false, cause });
  expect(receiver.secrets()).toEqual(secrets);
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
