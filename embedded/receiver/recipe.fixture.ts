import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { createInterface } from "node:readline";
import { expect, onTestFinished, vi } from "vitest";
import { notificationBody } from "@/lib/notifications/rules/notification";
import { signatureHeader } from "@/lib/notifications/use-cases/send-webhook";
import { createAuthority, issueCertificates } from "./certificates";
import { connectTo, OTHER_SECRET, SECRET } from "./notification.fixture";

const PYTHON = "python3";
const UNDER_LOAD = { timeout: 20_000 };
const DIRECTORY = resolve("docs/notifications");

/** Returns the UUID of the document in notification n. */
export const uuidOf = (n: number) => `3f2a6c1e-0000-4000-8000-00000000000${n}`;

/**
 * Signs a notification with two secrets, as the product does during a rotation; this recipe's secret is the older one.
 */
export function signLikeTheProduct(n: number, more: Readonly<Record<string, string>> = {}) {
  const [id, uuid] = [`msg_${n}`, uuidOf(n)];
  const url = `https://dms.test/${uuid}`;
  const body = notificationBody([{ uuid, url, currentStatus: 2, previousStatus: 1 }]);
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatureHeader([OTHER_SECRET, SECRET], id, timestampSeconds, body),
    ...more,
  };
  return { headers, body: body.toString("utf8") };
}

/** Returns the line that the recipe's own `work` prints. */
export const worked = (n: number) => `${uuidOf(n)} 1 -> 2 https://dms.test/${uuidOf(n)}`;

const hasPython = spawnSync(PYTHON, ["--version"]).status === 0;

/** Each recipe is also run with different `work` functions: one that never ends, and one that fails once. */
export const RECIPES = [
  {
    title: "Node",
    program: process.execPath,
    file: "receiver.mjs",
    skipped: "",
    hanging: [
      "async function work(items) {",
      "async function work(items) { stdout.write('began ' + items[0].uuid + '\\n'); await new Promise(() => {});",
    ],
    failingOnce: [
      "async function work(items) {",
      "let hasFailed = false; async function work(items) { if (!hasFailed) { hasFailed = true; throw new Error('once'); }",
    ],
    pause: ["PAUSE_MS = 5_000", "PAUSE_MS = 1"],
  },
  {
    title: "Python",
    program: PYTHON,
    file: "receiver.py",
    skipped: hasPython ? "" : ` (skipped: this machine has no ${PYTHON})`,
    hanging: [
      "    for item in items:\n",
      "    print('began ' + items[0]['uuid'], flush=True); time.sleep(3600)\n    for item in items:\n",
    ],
    failingOnce: [
      "    for item in items:\n",
      "    if not globals().get('failed'): globals()['failed'] = True; raise RuntimeError('once')\n    for item in items:\n",
    ],
    pause: ["PAUSE_SECONDS = 5", "PAUSE_SECONDS = 0.001"],
  },
] as const;

type Recipe = Pick<(typeof RECIPES)[number], "program" | "file">;
type Change = readonly [from: string, to: string];

/** The certificate is issued only once, because that takes a while. */
const now = new Date();
const certificates = createAuthority(now).then((authority) => issueCertificates(authority, now));

/** Creates a folder for the running test, with a certificate for a recipe. */
export async function createRecipeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-recipes-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { certificate, privateKey } = (await certificates).server;
  await writeFile(join(directory, "cert.pem"), certificate);
  await writeFile(join(directory, "key.pem"), privateKey, { mode: 0o600 });
  return directory;
}

/** Returns the file in which a recipe stores notifications. */
export const inboxOf = (directory: string) => join(directory, "inbox.jsonl");

/** Returns those lines of the inbox that can be read. */
export async function readInbox(directory: string): Promise<unknown[]> {
  const lines = (await readFile(inboxOf(directory), "utf8")).split("\n");
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line));
}

/** Resolves when notification n is recorded as done. */
export const untilDone = (directory: string, n: number) =>
  vi.waitFor(
    async () => expect(await readInbox(directory)).toContainEqual({ done: `msg_${n}` }),
    UNDER_LOAD,
  );

/**
 * Starts the recipe as an HTTPS process with its inbox in this folder, and creates a client for it.
 * @param wanted the replacements in the recipe's source
 */
export async function startRecipe(
  { program, file }: Recipe,
  directory: string,
  ...wanted: readonly Change[]
) {
  let source = await readFile(join(DIRECTORY, file), "utf8");
  for (const [from, to] of wanted) {
    expect(source.split(from)).toHaveLength(2);
    source = source.replace(from, to);
  }
  await writeFile(join(directory, file), source);
  const child = spawn(program, [join(directory, file)], {
    env: {
      ...env,
      PORT: "0",
      WEBHOOK_SECRET: SECRET,
      INBOX_FILE: inboxOf(directory),
      CERT_FILE: join(directory, "cert.pem"),
      KEY_FILE: join(directory, "key.pem"),
    },
  });
  const kill = async () => {
    const gone = once(child, "exit");
    if (child.kill("SIGKILL")) await gone;
  };
  onTestFinished(kill);
  const printed: string[] = [];
  createInterface(child.stdout).on("line", (line) => printed.push(line));
  const listening = () => printed.find((line) => /^Listening on port \d+$/.test(line));
  await vi.waitFor(() => expect(listening()).toBeDefined(), UNDER_LOAD);
  const client = connectTo({
    origin: `https://127.0.0.1:${listening()?.split(" ").at(-1)}`,
    certificateAuthority: (await certificates).authority,
    controlToken: "",
  });
  onTestFinished(() => client.agent.destroy());
  const lines = () => printed.filter((line) => line !== listening());
  const untilPrinted = (...expected: readonly string[]) =>
    vi.waitFor(() => expect(lines()).toEqual(expected), UNDER_LOAD);
  return { lines, untilPrinted, kill, ...client };
}
