import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashNames, hashSources } from "./source-hash";

let root: string;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "stagedoor-sources-"));
  await write("package-lock.json", "{}");
  await write("lib/documents/rules/status.ts", "export {};");
});

afterEach(() => rm(root, { recursive: true }));

describe("the hash of the sources", () => {
  it.each([
    ["package-lock.json", "{ }"],
    ["prisma/schema.prisma", "model"],
    ["lib/documents/rules/status.ts", "export { };"],
    ["lib/documents/rules/status.ts", ""],
    ["app/[uuid]/route.ts", "new"],
    ["components/tile.tsx", "new"],
    ["inngest/relay.ts", "new"],
  ])("changes with %s", async (path, text) => {
    const before = await hashSources(root);
    await write(path, text);
    expect(await hashSources(root)).not.toBe(before);
  });

  it.each([
    "lib/documents/rules/status.test.ts",
    "components/tile.test.tsx",
    "lib/adapters/postgres/core/generated/client.ts",
    "embedded/launcher/main.ts",
    "README.md",
  ])("does not change with %s", async (path) => {
    const before = await hashSources(root);
    await write(path, "anything");
    expect(await hashSources(root)).toBe(before);
  });

  it("tells a moved border between two files from the original", async () => {
    await write("lib/a.ts", "one");
    await write("lib/b.ts", "two");
    const before = await hashSources(root);
    await write("lib/a.ts", "onetwo");
    await write("lib/b.ts", "");
    expect(await hashSources(root)).not.toBe(before);
  });
});

describe("the hash of names", () => {
  it("changes with a new file, not with the text of one", async () => {
    await write("app/page.tsx", "one");
    const before = await hashNames(root, "app", []);
    await write("app/page.tsx", "two");
    expect(await hashNames(root, "app", [])).toBe(before);
    await write("app/route.ts", "");
    expect(await hashNames(root, "app", [])).not.toBe(before);
  });
});
