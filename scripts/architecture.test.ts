import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");
const CONFIG = ".dependency-cruiser.cjs";

/** One forbidden import for each rule: who imports what, and the name of the rule that must fail. */
const PLANTED = [
  ["domain-imports-only-domain", "lib/domain/a.ts", "node:fs"],
  ["domain-imports-only-domain", "lib/domain/b.ts", "zod"],
  ["domain-imports-only-domain", "lib/domain/c.ts", "../ports"],
  ["ports-import-only-domain", "lib/ports.ts", "./services/service"],
  ["services-import-domain-and-ports", "lib/services/a.ts", "../adapters/prisma/adapter"],
  ["services-import-domain-and-ports", "lib/services/b.ts", "@/lib/http/http"],
  ["services-import-domain-and-ports", "lib/services/c.ts", "../env"],
  ["only-the-container-imports-adapters", "lib/http/a.ts", "../adapters/prisma/adapter"],
  ["only-the-container-imports-adapters", "app/page.tsx", "@/lib/adapters/prisma/adapter"],
  ["adapters-import-ports-and-domain", "lib/adapters/prisma/a.ts", "../../services/service"],
  ["adapters-do-not-import-each-other", "lib/adapters/prisma/b.ts", "../storage/adapter"],
  ["http-imports-auth-services-domain", "lib/http/b.ts", "../env"],
  ["client-imports-domain-and-types", "lib/client/a.ts", "node:crypto"],
  ["client-imports-domain-and-types", "lib/client/b.ts", "../services/service"],
  ["client-takes-only-types-of-http", "lib/client/c.ts", "../http/http"],
  ["client-takes-only-types-of-http", "lib/client/d.ts", "zod"],
  ["auth-imports-services-domain", "lib/auth/a.ts", "../http/http"],
  ["components-import-domain", "components/a.tsx", "@/lib/services/service"],
  ["components-take-only-types-of-http", "components/b.tsx", "@/lib/http/http"],
  ["lib-does-not-import-upward", "lib/auth/b.ts", "@/app/container"],
  ["prisma-client-only-in-its-adapter", "lib/http/c.ts", "@prisma/client"],
  ["aws-sdk-only-in-its-adapter", "lib/adapters/prisma/c.ts", "@aws-sdk/client-s3"],
  ["inngest-sdk-only-for-durable-work", "cli/b.ts", "inngest"],
  ["nothing-imports-embedded", "cli/a.ts", "../embedded/postgres"],
  ["embedded-knows-settings-and-domain-only", "embedded/a.ts", "@/lib/http/http"],
  ["nothing-imports-proofs", "lib/services/d.ts", "../testing/fake"],
  ["inngest-imports-services-ports-domain", "inngest/a.ts", "@/lib/http/http"],
  ["no-cycles", "lib/adapters/storage/a.ts", "./a"],
] as const;

/** What the planted imports find at their other end. */
const TARGETS = [
  "app/container.ts",
  "embedded/postgres.ts",
  "lib/adapters/prisma/adapter.ts",
  "lib/adapters/storage/adapter.ts",
  "lib/env/read-settings.ts",
  "lib/http/http.ts",
  "lib/services/service.ts",
  "lib/testing/fake.ts",
];

const ROOMS = ["app", "cli", "components", "embedded", "inngest", "lib"];

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

describe("the house has rules with teeth", () => {
  const house = { dir: "", violations: [] as readonly string[] };

  beforeAll(async () => {
    house.dir = await mkdtemp(join(tmpdir(), "stagedoor-house-"));
    await plantForbiddenImports(house.dir);
    const { violations } = await cruise(house.dir, ROOMS);
    house.violations = violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  }, 30_000);

  afterAll(() => rm(house.dir, { recursive: true, force: true }));

  test.each(PLANTED)("%s: %s must not import %s", (rule, importer) => {
    expect(house.violations).toContain(`${rule}: ${importer}`);
  });

  test("no rule is without a planted import", () => {
    const rules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(`../${CONFIG}`);
    const broken = house.violations.map((violation) => violation.split(": ")[0]);
    expect(rules.forbidden.filter(({ name }) => !broken.includes(name))).toEqual([]);
  });

  test("what nobody forbids is not reported", () => {
    expect(house.violations.filter((violation) => violation.includes("allowed"))).toEqual([]);
  });
});

test("the real house is looked at, not passed over", { timeout: 30_000 }, async () => {
  const { totalCruised } = await cruise(ROOT, ["lib/domain", "lib/services"]);
  expect(totalCruised).toBeGreaterThan(20);
});

async function plantForbiddenImports(dir: string): Promise<void> {
  await cp(join(ROOT, CONFIG), join(dir, CONFIG));
  await cp(join(ROOT, "tsconfig.json"), join(dir, "tsconfig.json"));
  await symlink(join(ROOT, "node_modules"), join(dir, "node_modules"));
  const files = [
    ...TARGETS.map((path) => [path, "export const target = 1;\n"] as const),
    ...PLANTED.map(([, path, imported]) => [path, `import "${imported}";\n`] as const),
    ["lib/services/allowed.ts", 'import "../domain/c";\nimport "node:crypto";\n'] as const,
    ["lib/client/allowed.ts", 'import type { target } from "../http/http";\n'] as const,
    ["lib/http/folder-cycle.ts", 'import "../auth/a";\n'] as const,
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

/** Dependency-cruiser as `npm run check` starts it; it answers 1 when it found something. */
async function cruise(cwd: string, rooms: readonly string[]) {
  const cli = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const options = ["--config", CONFIG, "--output-type", "json", ...rooms];
  const found = run(process.execPath, [cli, ...options], { cwd, maxBuffer: 64 * 1024 ** 2 });
  const { stdout } = await found.catch((error: { stdout: string }) => error);
  return report.parse(JSON.parse(stdout)).summary;
}
