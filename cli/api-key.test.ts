import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeApplicationFile } from "@/embedded/launcher/data-folder/application-file";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
const ABOVE_EVERY_PID = 2 ** 30;
const apiKey = (...args: string[]) =>
  runCli("cli/api-key.ts", args, { STAGEDOOR_DATA_DIR: parts().dataDir });
const authenticate = (key: string, address = "127.0.0.1") =>
  createApiKeyAuthenticator(parts().container.ports)(`Bearer ${key}`, address);

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

  test("lists keys under aligned headers", async () => {
    await createOne("Söhne 😀", "--scopes", "all");
    const { output } = await apiKey("list");
    const [header = "", ...lines] = output.trimEnd().split("\n");
    expect(header).toMatch(
      /^prefix +name +scopes +networks +created +last used +expires +state +id$/,
    );
    const stateAt = header.indexOf("state");
    expect(lines.every((line) => /^active/.test([...line].slice(stateAt).join("")))).toBe(true);
  });

  test("creates a key that works only from the specified networks", async () => {
    const { key, output } = await createOne(
      "fenced",
      "--scopes",
      "documents:read",
      "--network",
      "10.0.0.0/8,2001:db8::7",
    );
    expect(output).toContain("until it is revoked from 10.0.0.0/8, 2001:db8::7/128.");
    await expect(authenticate(key, "10.1.2.3")).resolves.toBeDefined();
    await expect(authenticate(key)).rejects.toMatchObject({ code: "network-not-allowed" });
    expect((await apiKey("list")).output).toMatch(/fenced +documents:read +10\.0\.0\.0\/8,2001/);
  });

  test("rotates a key; both keys work, and the old key gets an expiry", async () => {
    const { key } = await createOne("rotating", "--scopes", "documents:read");
    const { code, output } = await apiKey("rotate", key.slice(0, 8), "--overlap", "1h");
    expect(code).toBe(0);
    expect(output).toMatch(/The previous key works until \d{4}-\d{2}-\d{2} /);
    const replacement = output.split("\n")[0] ?? "";
    expect(await authenticate(replacement)).toMatchObject({ scopes: ["documents:read"] });
    await expect(authenticate(key)).resolves.toBeDefined();
    const again = await apiKey("rotate", key.slice(0, 8));
    expect(again.errors).toMatch(/^This key is revoked, expired or already replaced/);
  });

  test("revokes a key permanently, and succeeds the second time as well", async () => {
    const { key } = await createOne("short-lived", "--scopes", "all");
    const prefix = key.slice(0, 8);
    expect(await apiKey("revoke", prefix)).toMatchObject({ code: 0, errors: "" });
    await expect(authenticate(key)).rejects.toMatchObject({ code: "invalid-api-key" });
    expect((await apiKey("revoke", prefix)).code).toBe(0);
    expect((await apiKey("list")).output).toMatch(new RegExp(`^${prefix} .* revoked `, "m"));
  });
});

describe("errors of npm run api-key", () => {
  test.each([
    [["revoke", "sd_nobody"], /^No API key has this id or prefix/],
    [["create", "--name", "a", "--scopes", "documents:fly"], /^There is no scope "documents:fly"/],
    [
      ["create", "--name", "a", "--scopes", "all", "--expires", "2020-01-31"],
      /^The expiry 2020-01-31T00:00:00.000Z is in the past/,
    ],
    [
      ["create", "--name", "a", "--scopes", "all", "--network", "10.1.2.3/8"],
      /^Correct these networks: "10.1.2.3\/8" names an address inside a network/,
    ],
    [
      ["rotate", "sd_nobody", "--overlap", "2h"],
      /^The option --overlap must be one of 1h, 24h, 7d/,
    ],
    [["create", "--name", "a"], /^The option --scopes is missing/],
    [[], /^Usage: npm run api-key/],
  ])("%j exits with 1 and an error message", async (args, sentence) => {
    const { code, output, errors } = await apiKey(...args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(sentence);
    expect(errors).not.toMatch(/^ {4}at /m);
  });

  test("names the secrets that the running Stagedoor was given, and works once they are set", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-withheld-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const { DATABASE_URL = "", ...others } = parts().settings;
    const list = (environment: Readonly<Record<string, string>>) =>
      runCli("cli/api-key.ts", ["list"], { STAGEDOOR_DATA_DIR: dataDir, ...environment });
    writeApplicationFile(dataDir, parts().settings, { DATABASE_URL });
    expect((await list({})).errors).toBe(
      `The Stagedoor running in ${dataDir} was given secrets in its environment, which are not written to disk. Set DATABASE_URL for this command, too, for example in .env.\n`,
    );
    expect(await list({ DATABASE_URL })).toMatchObject({ code: 0, errors: "" });
    const elsewhere = await list({ DATABASE_URL: "postgresql://ann@127.0.0.1:1/other" });
    expect(elsewhere.errors).toContain("names a different database");
    writeApplicationFile(dataDir, parts().settings, { DATABASE_URL, ...others });
    expect((await list({})).errors).toContain(
      "Set DATABASE_URL, S3_ENDPOINT with its bucket and keys, STAGEDOOR_ENCRYPTION_KEY for",
    );
  });

  test("reports that the recorded launcher is no longer running", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-killed-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const note = { launcher: ABOVE_EVERY_PID, settings: parts().settings };
    await writeFile(join(dataDir, "application.env.json"), JSON.stringify(note));
    const run = await runCli("cli/api-key.ts", ["list"], { STAGEDOOR_DATA_DIR: dataDir });
    expect(run.errors).toBe(
      `Stagedoor is not running in ${dataDir}. Start it with npm start, or set DATABASE_URL, S3_ENDPOINT and STAGEDOOR_ENCRYPTION_KEY.\n`,
    );
  });
});
