import { expect, test } from "vitest";
import { makePorts } from "../testing/make-ports";
import { setWebhookUrl } from "./set-webhook-url";

const FIRST = "https://bücher.example/hook";
const SECOND = "https://second.example/";

test("the URL is kept and answered exactly as it was given", async () => {
  const ports = makePorts();
  expect(await setWebhookUrl(ports, { url: FIRST })).toEqual({ url: FIRST });
  expect((await ports.webhookConfiguration.find()).url).toBe(FIRST);
});

test("the first URL makes a sealed secret of 32 random bytes, later ones keep it", async () => {
  const ports = makePorts();
  await setWebhookUrl(ports, { url: FIRST });
  const { secret } = await ports.webhookConfiguration.find();
  const whsec = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  expect(secret && ports.secretBox.open(secret)).toBe(whsec);
  expect(secret?.toString()).not.toBe(whsec);

  await setWebhookUrl(ports, { url: SECOND });
  expect(await ports.webhookConfiguration.find()).toEqual({
    url: SECOND,
    secret,
    previousSecret: null,
  });
});
