import { expect, test } from "vitest";
import { PREVIOUS_SECRET_VALID_SECONDS } from "../domain/webhook-secret";
import { createFakeBuiltInReceiver } from "../testing/fake-built-in-receiver";
import { makePorts } from "../testing/make-ports";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { tellBuiltInReceiver } from "./tell-built-in-receiver";

function arrange() {
  const receiver = createFakeBuiltInReceiver();
  return { receiver, ports: { ...makePorts(), builtInReceiver: receiver } };
}

test("without a built-in receiver there is nobody to tell", async () => {
  expect(await tellBuiltInReceiver(makePorts())).toBeNull();
});

test("the receiver gets the secret of now and the one of before, newest first", async () => {
  const { ports, receiver } = arrange();
  const { secret: first } = await rotateWebhookSecret({ ...ports, builtInReceiver: null });
  const { secret: second } = await rotateWebhookSecret({ ...ports, builtInReceiver: null });
  expect(await tellBuiltInReceiver(ports)).toBe(true);
  expect(receiver.secrets()).toEqual([second, first]);
});

test("a secret that is not valid any more is not told", async () => {
  const { ports, receiver } = arrange();
  await rotateWebhookSecret(ports);
  const { secret } = await rotateWebhookSecret(ports);
  ports.clock.advanceSeconds(PREVIOUS_SECRET_VALID_SECONDS);
  await tellBuiltInReceiver(ports);
  expect(receiver.secrets()).toEqual([secret]);
});

test("a rotation while it is told is told as well, although that one was faster", async () => {
  const { ports, receiver } = arrange();
  const { secret: first } = await rotateWebhookSecret({ ...ports, builtInReceiver: null });
  let second = "";
  receiver.onceTold(async () => {
    second = (await rotateWebhookSecret(ports)).secret;
    expect(receiver.secrets()).toEqual([second, first]);
  });
  expect(await tellBuiltInReceiver(ports)).toBe(true);
  expect(receiver.secrets()).toEqual([second, first]);
});

test("a receiver that does not answer, and a secret that cannot be opened, are no error", async () => {
  const { ports, receiver } = arrange();
  await rotateWebhookSecret(ports);
  const told = receiver.secrets();
  receiver.setAvailable(false);
  expect(await tellBuiltInReceiver(ports)).toBe(false);
  receiver.setAvailable(true);
  const open = () => {
    throw new Error("sealed with another key");
  };
  const secretBox = { ...ports.secretBox, open };
  expect(await tellBuiltInReceiver({ ...ports, secretBox })).toBe(false);
  expect(receiver.secrets()).toEqual(told);
});
