import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONFIG, cruise, ROOT } from "./cruise";

/** One forbidden import of each kind: the rule that must reject it, the importing file, and the imported file. */
const PLANTED = [
  ["kernel-knows-only-what-is-on-its-left", "lib/kernel/rules/a.ts", "@/lib/documents/rules/rule"],
  [
    "accounts-knows-only-what-is-on-its-left",
    "lib/accounts/access-ports.ts",
    "@/lib/documents/ports",
  ],
  [
    "documents-knows-only-what-is-on-its-left",
    "lib/documents/use-cases/a.ts",
    "@/lib/assets/ports",
  ],
  [
    "notifications-knows-only-what-is-on-its-left",
    "lib/notifications/use-cases/a.ts",
    "@/lib/assets/use-cases/verb",
  ],
  [
    "notifications-knows-only-what-is-on-its-left",
    "lib/notifications/testing/a.ts",
    "@/lib/assets/testing/fake",
  ],
  [
    "assets-knows-only-what-is-on-its-left",
    "lib/assets/rules/a.ts",
    "@/lib/notifications/rules/rule",
  ],
  [
    "processing-knows-only-what-is-on-its-left",
    "lib/processing/rules/a.ts",
    "@/lib/assets/rules/rule",
  ],
  ["review-knows-only-what-is-on-its-left", "lib/review/rules/a.ts", "@/lib/accounts/rules/rule"],
  ["live-knows-only-what-is-on-its-left", "lib/live/use-cases/a.ts", "@/lib/accounts/rules/rule"],
  ["upkeep-knows-only-what-is-on-its-left", "lib/upkeep/use-cases/a.ts", "@/lib/live/ports"],
  ["rules-import-only-rules", "lib/documents/rules/a.ts", "node:fs"],
  ["rules-import-only-rules", "lib/documents/rules/b.ts", "zod"],
  ["rules-import-only-rules", "lib/documents/rules/c.ts", "../ports"],
  ["ports-import-only-rules", "lib/documents/ports.ts", "./use-cases/verb"],
  [
    "use-cases-import-rules-and-ports",
    "lib/documents/use-cases/b.ts",
    "@/lib/adapters/postgres/core/core",
  ],
  ["use-cases-import-rules-and-ports", "lib/documents/use-cases/c.ts", "@/lib/http/core/http"],
  ["use-cases-import-rules-and-ports", "lib/documents/use-cases/d.ts", "@/lib/env/settings"],
  ["use-cases-import-rules-and-ports", "lib/documents/use-cases/e.ts", "../testing/fake"],
  ["adapters-import-ports-and-rules", "lib/adapters/s3/b.ts", "@/lib/documents/use-cases/verb"],
  ["adapters-do-not-import-each-other", "lib/adapters/s3/c.ts", "../postgres/core/core"],
  [
    "postgres-subjects-share-only-the-core",
    "lib/adapters/postgres/assets/a.ts",
    "../documents/rows",
  ],
  ["postgres-core-knows-no-subject", "lib/adapters/postgres/core/a.ts", "../documents/rows"],
  ["http-takes-everything-as-arguments", "lib/http/documents/a.ts", "@/lib/env/settings"],
  ["http-core-knows-no-subject", "lib/http/core/a.ts", "../documents/external-api-schemas"],
  ["http-core-rooms-know-no-endpoint", "lib/http/core/requests/a.ts", "../http"],
  ["auth-imports-use-cases-ports-rules", "lib/auth/a.ts", "@/lib/http/core/http"],
  [
    "reading-a-file-knows-nothing-of-judging-it",
    "lib/processing/rules/formats/a.ts",
    "../judging/judge",
  ],
  ["env-imports-only-rules", "lib/env/a.ts", "@/lib/documents/ports"],
  ["client-imports-rules-and-types", "lib/client/a.ts", "node:crypto"],
  ["client-imports-rules-and-types", "lib/client/b.ts", "../documents/use-cases/verb"],
  ["client-takes-only-types-of-http", "lib/client/c.ts", "../http/core/http"],
  ["client-takes-only-types-of-http", "lib/client/d.ts", "zod"],
  ["lib-does-not-import-upward", "lib/auth/b.ts", "@/app/container"],
  [
    "only-the-container-imports-adapters",
    "lib/http/documents/b.ts",
    "@/lib/adapters/postgres/core/core",
  ],
  ["only-the-container-imports-adapters", "app/page.tsx", "@/lib/adapters/postgres/core/core"],
  ["the-web-server-needs-no-build", "app/serving/a.mjs", "../container"],
  ["the-container-is-loaded-at-startup", "app/d.ts", "./container"],
  ["the-container-is-loaded-at-startup", "app/e.ts", "./start"],
  ["durable-work-is-loaded-at-startup", "app/c.ts", "@/app/durable-work/work"],
  ["only-the-container-imports-its-parts", "cli/d.ts", "@/app/composition/part"],
  ["the-parts-do-not-import-the-container", "app/composition/a.ts", "../container"],
  ["components-import-rules-and-client", "components/a.tsx", "@/lib/documents/use-cases/verb"],
  ["components-take-only-types-of-http", "components/b.tsx", "@/lib/http/core/http"],
  ["inngest-imports-use-cases-ports-rules", "inngest/a.ts", "@/lib/http/core/http"],
  ["cli-imports-the-container-and-lib", "cli/a.ts", "@/app/endpoints"],
  ["embedded-knows-settings-and-rules-only", "embedded/a.ts", "@/lib/http/core/http"],
  ["processor-imports-only-rules", "processor/a.ts", "@/lib/processing/ports"],
  ["processor-imports-only-rules", "processor/b.ts", "@/lib/env/settings"],
  ["processor-imports-only-rules", "processor/c.ts", "@/lib/assets/rules/rule"],
  ["processor-takes-no-more-of-the-platform-than-it-needs", "processor/d.ts", "node:net"],
  ["processor-takes-no-more-of-the-platform-than-it-needs", "processor/e.ts", "node:child_process"],
  ["nothing-imports-the-processor", "embedded/c.ts", "../processor/main"],
  ["packages-import-nothing-of-ours", "packages/executor/a.ts", "@/lib/kernel/rules/rule"],
  ["packages-import-nothing-of-ours", "packages/executor/b.ts", "@stagedoor/object-store/server"],
  ["packages-import-nothing-of-ours", "packages/executor/c.test.ts", "../../embedded/postgres"],
  ["nothing-imports-embedded", "cli/b.ts", "../embedded/postgres"],
  ["nothing-imports-embedded", "lib/adapters/s3/d.ts", "@stagedoor/object-store/server"],
  ["nothing-imports-proofs", "app/a.ts", "@/e2e/product"],
  ["scripts-start-programs", "scripts/a.ts", "../cli/command"],
  ["e2e-does-not-import-benchmarks", "e2e/a.ts", "../bench/figures"],
  ["quality-shares-only-the-tools-of-the-benches", "quality/a.ts", "@/bench/figures"],
  ["nothing-imports-test-support", "app/b.ts", "@/lib/documents/testing/fake"],
  ["nothing-imports-test-support", "embedded/b.ts", "../testing/database"],
  ["prisma-client-only-in-its-adapter", "lib/http/documents/c.ts", "@prisma/client"],
  ["aws-sdk-only-in-its-adapter", "lib/adapters/postgres/core/b.ts", "@aws-sdk/client-s3"],
  ["inngest-sdk-only-for-durable-work", "cli/c.ts", "inngest"],
  ["no-cycles", "lib/adapters/s3/a.ts", "./a"],
] as const;

/** The targets of the planted imports. */
const TARGETS = [
  "app/composition/part.ts",
  "app/container.ts",
  "app/durable-work/work.ts",
  "app/endpoints.ts",
  "app/start.ts",
  "bench/figures.ts",
  "cli/command.ts",
  "e2e/product.ts",
  "embedded/postgres.ts",
  "lib/accounts/rules/rule.ts",
  "lib/adapters/postgres/core/core.ts",
  "lib/adapters/postgres/documents/rows.ts",
  "lib/assets/ports.ts",
  "lib/assets/testing/fake.ts",
  "lib/assets/use-cases/verb.ts",
  "lib/documents/ports.ts",
  "lib/documents/rules/rule.ts",
  "lib/documents/testing/fake.ts",
  "lib/documents/use-cases/verb.ts",
  "lib/env/settings.ts",
  "lib/http/core/http.ts",
  "lib/http/documents/external-api-schemas.ts",
  "lib/kernel/rules/rule.ts",
  "lib/live/ports.ts",
  "lib/assets/rules/rule.ts",
  "lib/notifications/rules/rule.ts",
  "lib/processing/ports.ts",
  "lib/processing/rules/judging/judge.ts",
  "lib/processing/rules/rule.ts",
  "packages/object-store/server.ts",
  "processor/main.ts",
  "testing/database.ts",
];

/** The files that contain parts of the rules. */
const PARTS = [".dependency-cruiser.inner.cjs"];

const ROOMS = [
  "app",
  "bench",
  "cli",
  "components",
  "e2e",
  "embedded",
  "inngest",
  "lib",
  "packages",
  "processor",
  "quality",
  "scripts",
  "testing",
];

const ALLOWED = 'import "@/lib/documents/use-cases/verb";\nimport "node:crypto";\n';

describe("the import rules", () => {
  const house = { dir: "", violations: [] as readonly string[] };

  beforeAll(async () => {
    house.dir = await mkdtemp(join(tmpdir(), "stagedoor-house-"));
    await plantForbiddenImports(house.dir);
    const { summary } = await cruise(house.dir, ROOMS);
    house.violations = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  }, 30_000);

  afterAll(() => rm(house.dir, { recursive: true, force: true }));

  test.each(PLANTED)("%s: %s must not import %s", (rule, importer) => {
    expect(house.violations).toContain(`${rule}: ${importer}`);
  });

  test("every rule has a forbidden import in this test", () => {
    const rules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      join(ROOT, CONFIG),
    );
    const broken = house.violations.map((violation) => violation.split(": ")[0]);
    expect(rules.forbidden.filter(({ name }) => !broken.includes(name))).toEqual([]);
  });

  test("an import that no rule forbids is not reported", () => {
    expect(house.violations.filter((violation) => violation.includes("allowed"))).toEqual([]);
  });
});

test("the real code is checked, not skipped", { timeout: 30_000 }, async () => {
  const { summary } = await cruise(ROOT, ["lib/documents", "lib/notifications"]);
  expect(summary.totalCruised).toBeGreaterThan(20);
});

async function plantForbiddenImports(dir: string): Promise<void> {
  for (const file of [CONFIG, ...PARTS]) await cp(join(ROOT, file), join(dir, file));
  await cp(join(ROOT, "tsconfig.json"), join(dir, "tsconfig.json"));
  await symlink(join(ROOT, "node_modules"), join(dir, "node_modules"));
  const files = [
    ...TARGETS.map((path) => [path, "export const target = 1;\n"] as const),
    ...PLANTED.map(([, path, imported]) => [path, `import "${imported}";\n`] as const),
    ["lib/upkeep/use-cases/allowed.ts", ALLOWED] as const,
    [
      "processor/allowed.ts",
      'import "@/lib/processing/rules/rule";\nimport "node:zlib";\n',
    ] as const,
    ["embedded/allowed.ts", 'import "@stagedoor/object-store/server";\n'] as const,
    ["packages/executor/allowed.ts", 'import "./a";\nimport "node:fs";\nimport "zod";\n'] as const,
    ["lib/client/allowed.ts", 'import type { target } from "../http/core/http";\n'] as const,
    ["lib/http/core/folder-cycle.ts", 'import "@/lib/auth/a";\n'] as const,
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}
