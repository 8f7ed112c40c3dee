import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Receiver } from "@/embedded/receiver/kept-receiver";
import { startTestReceiver } from "@/embedded/receiver/test-receiver.fixture";
import {
  cockpitNotificationDetail,
  newWebhookSecret,
  webhookOverview,
} from "@/lib/http/notifications/cockpit-schemas";
import { rotatedWebhookSecret } from "@/lib/http/notifications/external-api-schemas";
import { formatWebhookSecret } from "@/lib/notifications/rules/webhook-secret";
import { prepareApi } from "../../testing/api.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const WEBHOOK = "/api/cockpit/webhook";
const STRANGE_SECRET = formatWebhookSecret(Buffer.alloc(32, 9));
const dataDir = mkdtempSync(join(tmpdir(), "stagedoor-webhook-"));
let receiver: Receiver;
let headers: { cookie: string };

/** Starts the receiver and records it in the data folder, as the launcher does. */
beforeAll(async () => {
  receiver = await startTestReceiver({ secrets: [STRANGE_SECRET] });
  mkdirSync(join(dataDir, "receiver"));
  const note = (name: string, text: string) =>
    writeFileSync(join(dataDir, "receiver", name), `${text}\n`);
  note("control-token", receiver.controlToken);
  note("certificate-authority.pem", receiver.certificateAuthority);
});
const api = prepareApi(() => ({
  STAGEDOOR_DATA_DIR: dataDir,
  RECEIVER_PORT: String(receiver.port),
}));
beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});
beforeEach(async () => {
  receiver.setSecrets([STRANGE_SECRET]);
  await api.container.database.pool.query("DELETE FROM webhook_configuration");
});
afterAll(async () => {
  await receiver.stop();
  rmSync(dataDir, { recursive: true });
});

const call = (method: "GET" | "POST" | "PUT", path: string, body?: unknown) =>
  api.call(method, path, { key: null, headers, body });

async function setUrl() {
  const { body } = await call("GET", WEBHOOK);
  const origin = webhookOverview.parse(body).policy.builtInOrigin;
  expect(origin).toBe(receiver.origin);
  expect(await call("PUT", WEBHOOK, { url: `${origin}/demo` })).toMatchObject({ status: 200 });
}

/** Sends a test notification. @returns the status of the receiver's response */
async function statusOfTest() {
  const { body } = await call("POST", `${WEBHOOK}/tests`, {});
  return cockpitNotificationDetail.parse(body).lastAttempt?.status;
}

async function rotate() {
  const { body } = await call("POST", `${WEBHOOK}/secret-rotations`, {});
  const { secret, isReceiverTold } = newWebhookSecret.parse(body);
  expect(isReceiverTold).toBe(true);
  return secret;
}

test("the built-in receiver verifies signatures with the first secret and after every rotation", async () => {
  await setUrl();
  expect(await statusOfTest()).toBe(200);
  const secrets = [await rotate()];
  expect(await statusOfTest()).toBe(200);
  secrets.push(await rotate());
  expect(await statusOfTest()).toBe(200);
  const arrived = receiver.notifications().slice(-3);
  expect(arrived.map(({ whyNotVerified }) => whyNotVerified)).toEqual([null, null, null]);
  expect(new Set(secrets).size).toBe(2);
});

test("a rotation through the external API also reaches the receiver, and its response contains only the secret", async () => {
  await setUrl();
  for (const _ of ["once", "within a day"]) {
    const { body } = await api.call(
      "POST",
      "/external-api/external-dms-configuration/secret-rotations",
    );
    expect(Object.keys(rotatedWebhookSecret.parse(body))).toEqual(["secret"]);
    expect(await statusOfTest()).toBe(200);
  }
});

test("a receiver that has lost its secrets rejects notifications until the URL is set again", async () => {
  await setUrl();
  receiver.setSecrets([STRANGE_SECRET]);
  expect(await statusOfTest()).toBe(401);
  await setUrl();
  expect(await statusOfTest()).toBe(200);
});
