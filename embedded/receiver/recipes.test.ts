import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import cases from "@/docs/notifications/signature-vectors.json" with { type: "json" };
import { OTHER_SECRET, SECRET, signNotification } from "./notification.fixture";

const run = promisify(execFile);
const PYTHON = "python3";
const DIRECTORY = resolve("docs/notifications");
const VECTORS = join(DIRECTORY, "signature-vectors.json");
const wanted = cases.map(({ name, verifies }) => ({ name, verifies }));

/** Returns the reason why a recipe's tests are skipped on a machine that lacks its language, or an empty string. */
const reason = (program: string, argument: string) =>
  spawnSync(program, [argument]).status === 0 ? "" : ` (skipped: this machine has no ${program})`;

const withoutPython = reason(PYTHON, "--version");
const withoutOpenssl = reason("openssl", "version");

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-recipes-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

describe("the vectors in the documentation give the documented results", () => {
  const judgeInNode = `
    const { readFileSync } = await import("node:fs");
    const { verify } = await import(${JSON.stringify(join(DIRECTORY, "receiver.mjs"))});
    const cases = JSON.parse(readFileSync(${JSON.stringify(VECTORS)}, "utf8"));
    const verdicts = cases.map(({ name, headers, body, secret, nowSeconds }) =>
      ({ name, verifies: verify(Buffer.from(body), headers, secret, nowSeconds) }));
    process.stdout.write(JSON.stringify(verdicts));`;

  test("in the Node recipe", async () => {
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", judgeInNode]);
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  const judgeInPython = `
import json, receiver
with open(${JSON.stringify(VECTORS)}, encoding="utf-8") as file:
    cases = json.load(file)
print(json.dumps([{"name": case["name"], "verifies": receiver.verify(
    case["body"].encode(), case["headers"], case["secret"], case["nowSeconds"])} for case in cases]))`;

  test.skipIf(withoutPython)(`in the Python recipe${withoutPython}`, async () => {
    const { stdout } = await run(PYTHON, ["-B", "-c", judgeInPython], { cwd: DIRECTORY });
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  test.skipIf(withoutOpenssl)(`in the shell recipe${withoutOpenssl}`, async () => {
    const directory = await temporaryDirectory();
    const verdicts = [];
    for (const { name, headers, body, secret, nowSeconds } of cases) {
      const verifies = await verifyInShell(directory, headers, body, secret, nowSeconds);
      verdicts.push({ name, verifies });
    }
    expect(verdicts).toEqual(wanted);
  });
});

test.skipIf(withoutOpenssl)(
  `the shell recipe accepts a current notification${withoutOpenssl}`,
  async () => {
    const directory = await temporaryDirectory();
    const { headers, body } = signNotification();
    expect(await verifyInShell(directory, headers, body, SECRET)).toBe(true);
    expect(await verifyInShell(directory, headers, body, OTHER_SECRET)).toBe(false);
  },
);

/**
 * Returns whether the script exits with 0. The test fails if the script fails for any reason except that it rejects the
 * notification.
 */
async function verifyInShell(
  directory: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  secret: string,
  nowSeconds?: number,
): Promise<boolean> {
  const file = join(directory, "body.json");
  await writeFile(file, body);
  const { status, stdout, stderr } = spawnSync("sh", [join(DIRECTORY, "verify.sh"), file], {
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
