import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDeliveryLog } from "@/cli/external-system/delivery-log";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import {
  chooseProductPlace,
  type Product,
  type ProductPlace,
  removeDataDir,
  startProduct,
} from "../product";
import { runCommand } from "../run-command";

const PROMISED = /^Everything is as expected, in [\d.]+ s\.$/m;
const REMOVED = /^The webhook URL was removed, because none was set before\.$/m;
/** No host has this name, and no host ever will (RFC 2606). */
const ELSEWHERE = "https://receiver.invalid/elsewhere";

let place: ProductPlace;
let product: Product;
let origin: string;

beforeAll(async () => {
  place = await chooseProductPlace({ env: { PROCESSOR: "builtin" } });
  const { PORT = "", OBJECT_STORE_PORT = "", EXECUTOR_PORT = "", RECEIVER_PORT = "" } = place.env;
  const env = { PORT, OBJECT_STORE_PORT, EXECUTOR_PORT, RECEIVER_PORT, PROCESSOR: "builtin" };
  origin = `https://127.0.0.1:${RECEIVER_PORT}`;
  product = await startProduct({ dataDir: place.dataDir, env });
});

afterAll(async () => {
  await product?.stop();
  await removeDataDir(place.dataDir);
});

describe("the demo with the built-in receiver", () => {
  test("shows every act, even if the receiver does not have the secret yet", async () => {
    // The first rotation keeps the previous secret valid for a while; the second rotation revokes it.
    await client().rotateWebhookSecret();
    await client().rotateWebhookSecret();
    const { code, output } = await demo([]);

    expect(code, output).toBe(0);
    for (const line of [
      /^1 {2}The receiver gets every change$/m,
      /^The receiver got \d+ status changes\.$/m,
      /^2 {2}Documents are read$/m,
      /^ {2}mietvertrag\.pdf: lease \d+%, language de$/m,
      /^ {4}tenant {9}Aufzugtechnik Brenner GmbH & Co\. KG +\d+% {2}“.*Aufzugtechnik Brenner GmbH & Co\. KG”$/m,
      /^ {2}rechnung-mit-xml\.pdf: invoice 100%, language de$/m,
      /^ {4}totalAmount {4}1190\.00 +100% {2}“.+”$/m,
      /^ {4}For review: automatic approval is off/m,
      /^ {2}broken\.pdf: corrupt$/m,
      /^ {4}This looks like .+, but it is damaged/m,
      /^The receiver was notified of 6 documents for review:$/m,
      /^ {2}letter\.docx +3 → 4 {3}msg_/m,
      /^3 {2}The receiver fails$/m,
      /^ {2}An external system creates, uploads and deletes \S+\.$/m,
      /^ {2}✗ attempt 1: answered 500 after \d+ ms$/m,
      /^ {2}Your server had an internal error or was not available\.$/m,
      /^ {2}Check your server log at \S+ for msg_\S+\.$/m,
      /^4 {2}The receiver recovers$/m,
      /^ {2}\S+ +null → 1 {3}attempt 2$/m,
      /^ {2}\S+ +1 → 2 {3}attempt \d$/m,
      /^5 {2}Polling shows the same$/m,
      /^The feed lists (\d+) changes; the receiver got \1\.$/m,
      /^✓ They agree: /m,
      REMOVED,
      PROMISED,
    ]) {
      expect(output).toMatch(line);
    }
    await expectDeletionsAsInHistory(output);
    expect(output).not.toContain("whsec_");
    await expectAsBefore(null);
  });

  test("restores the URL that an administrator has set for the receiver, even if its path is /demo", async () => {
    for (const url of [`${origin}/demo`, `${origin}/mine`]) {
      await setWebhook(url);
      expect((await demo(["--count", "1"])).output).toMatch(PROMISED);
      await expectAsBefore(url);
    }
    await setWebhook(null);
  });

  test.each([null, "mine"])("restores the webhook URL if a demo is killed: %s", async (path) => {
    const before = path === null ? null : `${origin}/${path}`;
    await setWebhook(before);
    await endWhileReceiverFails("SIGKILL");
    expect(await webhookUrl()).toMatch(/\/demo-[0-9a-f]{16}$/);

    expect((await demo(["--count", "1"])).output).toMatch(PROMISED);
    await expectAsBefore(before);
    await setWebhook(null);
  });

  test("restores everything if it is interrupted while the receiver fails", async () => {
    const { code, output } = await endWhileReceiverFails("SIGINT");
    expect(output).toMatch(/✗ Interrupted\.\nThe webhook URL was removed/);
    expect(output).not.toContain("Polling shows the same");
    expect(code).toBe(130);
    await expectAsBefore(null);
  });
});

test("every field of the application's log is in docs/operations.md", async () => {
  const log = await readFile(join(place.dataDir, "logs", "next.log"), "utf8");
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line))));
  const documentation = await readFile("docs/operations.md", "utf8");
  expect(fields.size).toBeGreaterThan(10);
  expect([...fields].filter((field) => !documentation.includes(`\`${field}\``))).toEqual([]);
});

describe("the demo with other processors", () => {
  test.each(["external", "none"])("skips the act about reading if PROCESSOR=%s", async (choice) => {
    const { code, output } = await demo(["--count", "1"], { PROCESSOR: choice });
    expect(output).toContain(`PROCESSOR is ${choice}: Stagedoor does not read documents itself.`);
    expect(output).toMatch(PROMISED);
    expect(code).toBe(0);
  });
});

describe("the demo with other receivers", () => {
  test("does not take notifications that are meant for another receiver, including those left pending without a webhook", async () => {
    await setWebhook(ELSEWHERE);
    const set = await demo(["--count", "1"]);
    expect(set.code, set.output).toBe(0);
    expect(set.output).toContain(
      `Documents only, without notifications. Notifications go to ${ELSEWHERE}, not`,
    );
    expect(await webhookUrl()).toBe(ELSEWHERE);
    const before = await pendingIds();
    expect(before.length).toBeGreaterThan(0);

    await setWebhook(null);
    const pending = await demo(["--count", "1"]);
    expect(pending.output).toContain("Pending notifications would go to the built-in");
    expect(await webhookUrl()).toBeNull();
    expect(await pendingIds()).toEqual(expect.arrayContaining(before));
  });

  test.each([
    [{ STAGEDOOR_RECEIVER: "off" }, "The built-in receiver is off (STAGEDOOR_RECEIVER)."],
    [
      { INNGEST_DEV: "1", INNGEST_BASE_URL: "http://inngest.test:8288" },
      "Notifications are sent by the configured Inngest server, at a pace that the demo cannot predict.",
    ],
  ])("shows only documents and says why if the settings are %j", async (settings, sentence) => {
    const { code, output } = await demo(["--count", "1"], settings);
    expect(output).toContain(`\nDocuments only, without notifications. ${sentence}\n`);
    expect(code).toBe(0);
  });
});

async function demo(args: readonly string[], env: Record<string, string> = {}) {
  const run = runCommand("demo", args, { ...place.env, ...env });
  return { code: await run.exited, output: run.output() };
}

/**
 * Sends a signal to a demo while the receiver fails. On a busy machine, the signal may arrive after that; such a demo ends
 * on its own and leaves everything as it was, so another one is started.
 */
async function endWhileReceiverFails(signal: "SIGKILL" | "SIGINT") {
  for (;;) {
    const run = runCommand("demo", ["--count", "1"], place.env, (text) => {
      if (text.includes("The receiver fails")) run.kill(signal);
    });
    const code = await run.exited;
    if (!run.output().includes("The receiver recovers")) return { code, output: run.output() };
  }
}

/** Expects this webhook URL, no pending notifications, and a receiver that accepts notifications. */
async function expectAsBefore(url: string | null): Promise<void> {
  expect(await webhookUrl()).toBe(url);
  expect(await pendingIds()).toEqual([]);
  const file = (name: string) => readFile(join(place.dataDir, "receiver", name), "utf8");
  const dispatcher = new Agent({ connect: { ca: await file("certificate-authority.pem") } });
  const headers = { authorization: `Bearer ${(await file("control-token")).trim()}` };
  const { body } = await request(`${origin}/_receiver/state`, { headers, dispatcher });
  expect(await body.json()).toMatchObject({ behaviour: { kind: "accept" }, requestsLeft: null });
  await dispatcher.close();
}

const access = () => ({ url: product.url, apiKey: product.apiKey });
const client = () => createStagedoorClient(access());
const webhookUrl = async () => (await client().getWebhook()).url;
const pendingIds = async () =>
  (await createDeliveryLog(access()).listPending()).map(({ id }) => id);

/** A document may already be processed before it is deleted, so the output is compared with the document's history. */
async function expectDeletionsAsInHistory(output: string): Promise<void> {
  const shown = output.matchAll(/^ {2}(\S+) +(\d) → 8 {3}attempt \d$/gm);
  const names = [...shown].map(([, name, from]) => `${name} from ${from}`);
  const deleted: string[] = [];
  for await (const { uuid, name } of client().list({ status: 8 })) {
    for await (const { previousStatus, currentStatus } of client().history(uuid)) {
      if (currentStatus === 8) deleted.push(`${name} from ${previousStatus}`);
    }
  }
  expect(names).toHaveLength(3);
  expect(names.toSorted()).toEqual(deleted.toSorted());
}

async function setWebhook(url: string | null): Promise<void> {
  if (url === null) await client().removeWebhook();
  else await client().setWebhook(url);
}
