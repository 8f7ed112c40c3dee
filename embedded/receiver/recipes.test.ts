import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import cases from "@/docs/webhooks/signature-vectors.json" with { type: "json" };
import { notificationBody } from "@/lib/domain/notification";
import { signatureHeader } from "@/lib/services/sign-webhook";
import { createCertificates, type ReceiverCertificates } from "./certificates";
import { connectTo, OTHER_SECRET, SECRET, signNotification } from "./notification-under-test";

const run = promisify(execFile);
const PYTHON = "python3";
const UNDER_LOAD = { timeout: 20_000 };
const FOLDER = resolve("docs/webhooks");
const VECTORS = join(FOLDER, "signature-vectors.json");
const wanted = cases.map(({ name, verifies }) => ({ name, verifies }));

/** Why a test of a recipe is skipped on a machine without its language; empty where it runs. */
const reason = (program: string, argument: string) =>
  spawnSync(program, [argument]).status === 0 ? "" : ` (skipped: this machine has no ${program})`;

const withoutPython = reason(PYTHON, "--version");
const withoutOpenssl = reason("openssl", "version");

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-recipes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe("the vectors of the documentation are decided as they say", () => {
  const judgeInNode = `
    const { readFileSync } = await import("node:fs");
    const { verify } = await import(${JSON.stringify(join(FOLDER, "receiver.mjs"))});
    const cases = JSON.parse(readFileSync(${JSON.stringify(VECTORS)}, "utf8"));
    const verdicts = cases.map(({ name, headers, body, secret, nowSeconds }) =>
      ({ name, verifies: verify(Buffer.from(body), headers, secret, nowSeconds) }));
    process.stdout.write(JSON.stringify(verdicts));`;

  test("by the recipe in Node", async () => {
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", judgeInNode]);
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  const judgeInPython = `
import json, receiver
with open(${JSON.stringify(VECTORS)}, encoding="utf-8") as file:
    cases = json.load(file)
print(json.dumps([{"name": case["name"], "verifies": receiver.verify(
    case["body"].encode(), case["headers"], case["secret"], case["nowSeconds"])} for case in cases]))`;

  test.skipIf(withoutPython)(`by the recipe in Python${withoutPython}`, async () => {
    const { stdout } = await run(PYTHON, ["-B", "-c", judgeInPython], { cwd: FOLDER });
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  test.skipIf(withoutOpenssl)(`by the recipe for the shell${withoutOpenssl}`, async () => {
    const folder = await temporaryFolder();
    const verdicts = [];
    for (const { name, headers, body, secret, nowSeconds } of cases) {
      const verifies = await verifyInShell(folder, headers, body, secret, nowSeconds);
      verdicts.push({ name, verifies });
    }
    expect(verdicts).toEqual(wanted);
  });
});

test.skipIf(withoutOpenssl)(
  `the recipe for the shell judges a notification of now${withoutOpenssl}`,
  async () => {
    const folder = await temporaryFolder();
    const { headers, body } = signNotification();
    expect(await verifyInShell(folder, headers, body, SECRET)).toBe(true);
    expect(await verifyInShell(folder, headers, body, OTHER_SECRET)).toBe(false);
  },
);

/** Whether the script ends with 0; any other end than its own refusal fails the test. */
async function verifyInShell(
  folder: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  secret: string,
  nowSeconds?: number,
): Promise<boolean> {
  const file = join(folder, "body.json");
  await writeFile(file, body);
  const { status, stdout, stderr } = spawnSync("sh", [join(FOLDER, "verify.sh"), file], {
    encoding: "utf8",
    env: {
      ...env,
      SECRET: secret,
      ID: headers["webhook-id"] ?? "",
      TIMESTAMP: headers["webhook-timestamp"] ?? "",
      SIGNATURES: headers["webhook-signature"] ?? "",
      NOW: nowSeconds === undefined ? "" : String(nowSeconds),
    },
  });
  expect(stderr).toBe("");
  expect(stdout).toMatch(status === 0 ? /^verified\n$/ : /^not verified: .+\n$/);
  return status === 0;
}

/** As the product makes it during a rotation, with this recipe's secret as the older one. */
function signLikeTheProduct(id: string, uuid: string) {
  const url = `https://dms.test/${uuid}`;
  const body = notificationBody([{ uuid, url, currentStatus: 2, previousStatus: 1 }]);
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatureHeader([OTHER_SECRET, SECRET], id, timestampSeconds, body),
  };
  return { headers, body: body.toString("utf8") };
}

const RECEIVERS = [
  { title: "Node", program: process.execPath, args: ["receiver.mjs"], skipped: "" },
  { title: "Python", program: PYTHON, args: ["-B", "receiver.py"], skipped: withoutPython },
];

describe.each(RECEIVERS)("the receiver in $title", ({ program, args, skipped }) => {
  /** The recipe as a process that speaks HTTPS, with its inbox in this folder, and a client for it. */
  async function start(folder: string, certificates: ReceiverCertificates) {
    await writeFile(join(folder, "cert.pem"), certificates.server.certificate);
    await writeFile(join(folder, "key.pem"), certificates.server.privateKey, { mode: 0o600 });
    const child = spawn(program, args, {
      cwd: FOLDER,
      env: {
        ...env,
        PORT: "0",
        WEBHOOK_SECRET: SECRET,
        INBOX_FILE: join(folder, "inbox.jsonl"),
        CERT_FILE: join(folder, "cert.pem"),
        KEY_FILE: join(folder, "key.pem"),
      },
    });
    const end = async () => {
      const gone = once(child, "exit");
      if (child.kill("SIGKILL")) await gone;
    };
    onTestFinished(end);
    const lines: string[] = [];
    createInterface(child.stdout).on("line", (line) => lines.push(line));
    await vi.waitFor(() => expect(lines[0]).toMatch(/^Listening on port \d+$/), UNDER_LOAD);
    const port = lines[0]?.split(" ").at(-1);
    const client = connectTo({
      origin: `https://127.0.0.1:${port}`,
      certificateAuthority: certificates.authority,
      controlToken: "",
    });
    onTestFinished(() => client.agent.destroy());
    return { lines, end, ...client };
  }

  test.skipIf(skipped)(
    `stores what is signed, answers 200, then works on it; refuses the rest${skipped}`,
    async () => {
      const folder = await temporaryFolder();
      const { send, call, lines } = await start(folder, await createCertificates(new Date()));
      const uuid = "3f2a6c1e-0000-4000-8000-000000000001";
      const notification = signLikeTheProduct("msg_1", uuid);
      expect((await send(notification)).status).toBe(200);
      expect((await send({ ...notification, body: `${notification.body} ` })).status).toBe(401);
      expect((await send(signNotification({ secret: OTHER_SECRET }))).status).toBe(401);
      expect((await call("GET", "/")).status).toBeGreaterThan(404);
      const inbox = (await readFile(join(folder, "inbox.jsonl"), "utf8")).trimEnd();
      expect(JSON.parse(inbox)).toEqual({ id: "msg_1", items: JSON.parse(notification.body) });
      await vi.waitFor(
        () => expect(lines.slice(1)).toEqual([`${uuid} 1 -> 2 https://dms.test/${uuid}`]),
        UNDER_LOAD,
      );
    },
  );

  test.skipIf(skipped)(
    `answers 200 to a repeat and stores it once, also after a restart${skipped}`,
    async () => {
      const folder = await temporaryFolder();
      const certificates = await createCertificates(new Date());
      const first = await start(folder, certificates);
      const repeated = signNotification({ id: "msg_1" });
      expect((await first.send(repeated)).status).toBe(200);
      expect((await first.send(repeated)).status).toBe(200);
      await first.end();
      const second = await start(folder, certificates);
      expect((await second.send(repeated)).status).toBe(200);
      expect((await second.send(signNotification({ id: "msg_2" }))).status).toBe(200);
      const inbox = (await readFile(join(folder, "inbox.jsonl"), "utf8")).trimEnd().split("\n");
      expect(inbox.map((line) => JSON.parse(line).id)).toEqual(["msg_1", "msg_2"]);
    },
  );
});
