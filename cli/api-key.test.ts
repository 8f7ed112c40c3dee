import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const ABOVE_EVERY_PID = 2 ** 30;
const apiKey = (...args: string[]) =>
  runCli("cli/api-key.ts", args, { STAGEDOOR_DATA_DIR: parts().dataDir });
const authenticate = (key: string) =>
  createApiKeyAuthenticator(parts().container.ports)(`Bearer ${key}`);

async function createOne(name: string, ...more: string[]) {
  const { code, output, errors } = await apiKey("create", "--name", name, ...more);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  const key = output.split("\n")[0] ?? "";
  expect(key).toMatch(/^sd_[\w-]{43}$/);
  return { key, output };
}

describe("npm run api-key", () => {
  test("creates a key that works, and prints it once", async () => {
    const scopes = "documents:read,documents:write";
    const { key, output } = await createOne("warehouse", "--scopes", scopes, "--expires", "90d");
    expect(output.split(key)).toHaveLength(2);
    expect(output).toMatch(/"warehouse" \(documents:read,documents:write\), valid until /);
    expect(await authenticate(key)).toMatchObject({ scopes: scopes.split(",") });
    const listed = await apiKey("list");
    expect(listed.output).not.toContain(key);
    expect(listed.output).toMatch(
      new RegExp(`^${key.slice(0, 8)} +warehouse +${scopes} .* active +[\\da-f-]{36}$`, "m"),
    );
  });

  test("lists under aligned headers", async () => {
    await createOne("Söhne 😀", "--scopes", "all");
    const { output } = await apiKey("list");
    const [header = "", ...lines] = output.trimEnd().split("\n");
    expect(header).toMatch(/^prefix +name +scopes +created +last used +expires +state +id$/);
    const stateAt = header.indexOf("state");
    expect(lines.every((line) => /^active/.test([...line].slice(stateAt).join("")))).toBe(true);
  });

  test("revokes a key for good, and again without complaint", async () => {
    const { key } = await createOne("short-lived", "--scopes", "all");
    const prefix = key.slice(0, 8);
    expect(await apiKey("revoke", prefix)).toMatchObject({ code: 0, errors: "" });
    await expect(authenticate(key)).rejects.toMatchObject({ code: "invalid-api-key" });
    expect((await apiKey("revoke", prefix)).code).toBe(0);
    expect((await apiKey("list")).output).toMatch(new RegExp(`^${prefix} .* revoked `, "m"));
  });

  test.each([
    [["revoke", "sd_nobody"], /^No API key has this id or prefix/],
    [["create", "--name", "a", "--scopes", "documents:fly"], /^There is no scope "documents:fly"/],
    [
      ["create", "--name", "a", "--scopes", "all", "--expires", "2020-01-31"],
      /^The expiry 2020-01-31T00:00:00.000Z is past/,
    ],
    [["create", "--name", "a"], /^The option --scopes is missing/],
    [[], /^Usage: npm run api-key/],
  ])("%j ends with 1 and a sentence", async (args, sentence) => {
    const { code, output, errors } = await apiKey(...args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(sentence);
    expect(errors).not.toMatch(/^ {4}at /m);
  });

  test("says in one sentence that the noted launcher is gone", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-killed-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const note = { launcher: ABOVE_EVERY_PID, settings: parts().settings };
    await writeFile(join(dataDir, "application.env.json"), JSON.stringify(note));
    const run = await runCli("cli/api-key.ts", ["list"], { STAGEDOOR_DATA_DIR: dataDir });
    expect(run.errors).toBe(
      `Stagedoor is not running in ${dataDir}: start it with npm start, or give DATABASE_URL, S3_ENDPOINT and STAGEDOOR_ENCRYPTION_KEY.\n`,
    );
  });
});
