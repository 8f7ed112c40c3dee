import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readOrCreateSecrets } from "./secrets";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-secrets-"));
  await chmod(dataDir, 0o755);
});

afterEach(() => rm(dataDir, { recursive: true }));

describe("the secrets of a data folder", () => {
  test("are created once, readable only by the owner, and leave no temporary file behind", async () => {
    const first = readOrCreateSecrets(dataDir);

    expect(readOrCreateSecrets(dataDir)).toEqual(first);
    expect((await stat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(["secrets.json"]);
    expect(first.objectStoreAccessKeyId).toMatch(/^[0-9A-F]{20}$/);
    expect(first.objectStoreSecretAccessKey).toMatch(/^[\w-]{43}$/);
    expect(first.encryptionKey).toMatch(/^[\w-]{43}$/);
    expect(first.inngestEventKey).toMatch(/^[\w-]{43}$/);
    expect(first.inngestSigningKey).toMatch(/^signkey-prod-[\da-f]{64}$/);
  });

  test.each([
    [
      "a key for sealing",
      ["encryptionKey", "inngestEventKey", "inngestSigningKey", "receiverControlToken"],
    ],
    ["an executor", ["inngestEventKey", "inngestSigningKey", "receiverControlToken"]],
    ["a receiver", ["receiverControlToken"]],
  ])(
    "from a version without %s are completed, and the existing secrets stay the same",
    async (_version, later) => {
      const all = Object.entries(readOrCreateSecrets(dataDir));
      const before = Object.fromEntries(all.filter(([name]) => !later.includes(name)));
      await writeFile(join(dataDir, "secrets.json"), JSON.stringify(before));

      const completed = readOrCreateSecrets(dataDir);
      expect(completed).toMatchObject(before);
      expect(Object.keys(completed).sort()).toEqual(all.map(([name]) => name).sort());
      expect(readOrCreateSecrets(dataDir)).toEqual(completed);
    },
  );

  test("differ between folders", async () => {
    const other = await mkdtemp(join(tmpdir(), "stagedoor-secrets-"));
    expect(readOrCreateSecrets(other)).not.toEqual(readOrCreateSecrets(dataDir));
    await rm(other, { recursive: true });
  });

  test.each(["", "{", '{"objectStoreAccessKeyId":"short","objectStoreSecretAccessKey":"hidden"}'])(
    "abort startup and stay unchanged if they cannot be read: %j",
    async (text) => {
      const file = join(dataDir, "secrets.json");
      await writeFile(file, text);

      expect(() => readOrCreateSecrets(dataDir)).toThrow(`The file ${file} cannot be used.`);
      expect(() => readOrCreateSecrets(dataDir)).not.toThrow("hidden");
      expect(await readFile(file, "utf8")).toBe(text);
    },
  );
});
