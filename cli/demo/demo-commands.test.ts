import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { restoreWebhook } from "./demo-commands";

const ORIGIN = "https://127.0.0.1:3003";
const DEMO_URL = `${ORIGIN}/demo-0011223344556677`;
const THEIRS = "https://receiver.example/theirs";

/** Ends a demo that ran against a fake Stagedoor on loopback, which has nothing but a webhook. */
async function endDemo({ url, before }: { url: string | null; before: string | null }) {
  const webhook = { url };
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json");
    if (request.url?.includes("/notifications")) return response.end('{"items":[]}');
    if (request.method === "POST") {
      webhook.url = z.object({ url: z.string() }).parse(await json(request)).url;
    }
    if (request.method === "DELETE") {
      webhook.url = null;
      return response.writeHead(204).end();
    }
    return response.end(JSON.stringify(webhook));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-demo-"));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const noteFile = join(folder, "demo-webhook.json");
  await writeFile(noteFile, "{}");
  const { port } = server.address() as AddressInfo; // The server listens on TCP, so its address is never a path.
  const target = { url: `http://127.0.0.1:${port}`, apiKey: "k".repeat(32) };
  const control = { behave: async () => undefined };
  const restored = await restoreWebhook(
    { access: target, control },
    { url: DEMO_URL, before, noteFile },
  );
  const isNoted = await access(noteFile).then(
    () => true,
    () => false,
  );
  return { ...restored, webhookUrl: webhook.url, isNoted, calls };
}

test.each([
  [null, "The webhook URL was removed, because none was set before."],
  [`${ORIGIN}/mine`, `The webhook URL is ${ORIGIN}/mine.`],
])("the demo's own URL is replaced with the previous URL: %s", async (before, outcome) => {
  const end = await endDemo({ url: DEMO_URL, before });
  expect(end).toMatchObject({ problems: [], outcome, webhookUrl: before, isNoted: false });
});

test.each([null, `${ORIGIN}/mine`])(
  "a webhook that somebody sets during the demo is kept (URL before the demo: %s)",
  async (before) => {
    const end = await endDemo({ url: THEIRS, before });
    expect(end).toMatchObject({ problems: [], webhookUrl: THEIRS, isNoted: false });
    expect(end.outcome).toBe(
      `Somebody set the webhook URL to ${THEIRS} during the demo. It was left unchanged.`,
    );
  },
);

test("nothing is resent to a receiver that somebody set during the demo", async () => {
  const { calls } = await endDemo({ url: THEIRS, before: null });
  expect(calls.filter((call) => call.includes("/notifications"))).toEqual([]);
});

test("a webhook that somebody removes during the demo is not restored", async () => {
  const end = await endDemo({ url: null, before: `${ORIGIN}/mine` });
  expect(end).toMatchObject({ problems: [], webhookUrl: null, isNoted: false });
  expect(end.outcome).toBe("Somebody removed the webhook URL during the demo. It was left unset.");
});
