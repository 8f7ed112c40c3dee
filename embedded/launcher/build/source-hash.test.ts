import { statSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashNames, hashSources, listSources } from "./ensure-built";

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
  test.each([
    ["package.json", "{ }"],
    ["package-lock.json", "{ }"],
    ["prisma/schema.prisma", "model"],
    ["lib/documents/rules/status.ts", "export { };"],
    ["lib/documents/rules/status.ts", ""],
    ["app/[uuid]/route.ts", "new"],
    ["components/tile.tsx", "new"],
    ["inngest/relay.ts", "new"],
    ["lib/http/testing.ts", "new"],
    ["components/contract.tsx", "new"],
    ["app/(signed-in)/specification/page.tsx", "new"],
  ])("changes with %s", async (path, text) => {
    const before = await hashSources(root);
    await write(path, text);
    expect(await hashSources(root)).not.toBe(before);
  });

  test.each([
    "lib/documents/rules/status.test.ts",
    "components/tile.test.tsx",
    "components/uploads/engine/store.fixture.ts",
    "lib/live/testing/live-changes.contract.ts",
    "lib/documents/ports/repository.contract.ts",
    "lib/kernel/testing/in-memory-kernel-ports.ts",
    "lib/notifications/testing/webhook-vectors.json",
    "app/testing/api.fixture.ts",
    "app/login/login.spec.ts",
    "lib/adapters/postgres/core/generated/client.ts",
    "embedded/launcher/main.ts",
    "README.md",
  ])("does not change with %s", async (path) => {
    const before = await hashSources(root);
    await write(path, "anything");
    expect(await hashSources(root)).toBe(before);
  });

  test("differs if text moves from one file to the next", async () => {
    await write("lib/a.ts", "one");
    await write("lib/b.ts", "two");
    const before = await hashSources(root);
    await write("lib/a.ts", "onetwo");
    await write("lib/b.ts", "");
    expect(await hashSources(root)).not.toBe(before);
  });
});

describe("a file that the hash skips", () => {
  const checkout = fileURLToPath(new URL("../../..", import.meta.url));
  const IMPORT = /(?:from|import|import\()\s*["'](@\/|\.{1,2}\/)([^"']+)["']/g;

  /** Returns the files of this checkout that a source imports. */
  async function importsOf(source: string): Promise<string[]> {
    const text = await readFile(join(checkout, source), "utf8");
    return [...text.matchAll(IMPORT)].map(([, start, path]) => {
      const target = start === "@/" ? `${path}` : join(dirname(source), `${start}${path}`);
      const found = ["", ".ts", ".tsx"].find((ending) => isFile(join(checkout, target + ending)));
      return target + (found ?? " (not found)");
    });
  }
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const isGenerated = (path: string) => path.includes("/generated/");

  test("is not imported by anything in the build", async () => {
    const sources = await listSources(checkout);
    expect(sources.length).toBeGreaterThan(300);
    const code = sources.filter((path) => /\.(tsx?|mjs|css)$/.test(path));
    const imported = new Set((await Promise.all(code.map(importsOf))).flat());
    const leftOut = [...imported].filter((path) => !sources.includes(path) && !isGenerated(path));
    expect(leftOut).toEqual([]);
  });
});

describe("the hash of file names", () => {
  test("changes if a file is added, but not if its content changes", async () => {
    await write("app/page.tsx", "one");
    const before = await hashNames(root, "app", []);
    await write("app/page.tsx", "two");
    expect(await hashNames(root, "app", [])).toBe(before);
    await write("app/route.ts", "");
    expect(await hashNames(root, "app", [])).not.toBe(before);
  });
});
