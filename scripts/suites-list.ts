import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Counts, countCheck, countPlaywright, countVitest } from "./suites-counts";
import { dependencyComplaints } from "./suites-dependencies";
import { root, runNode } from "./suites-process";

/** Tests or checks that are run and counted together. */
export interface Suite {
  readonly title: string;
  run(): Promise<Counts>;
}

const ROOMS = [
  "app",
  "components",
  "lib",
  "inngest",
  "embedded",
  "cli",
  "bench",
  "e2e",
  "scripts",
  "prisma",
];

const programSuite = (title: string, args: readonly string[]): Suite => ({
  title,
  run: async () => countCheck((await runNode(args)).code === 0),
});

const vitestSuite = (title: string, project: string): Suite => ({
  title,
  run: () =>
    withReport(async (report) => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const { code } = await runNode([
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project",
        project,
        ...reporters,
      ]);
      return countVitest(await readReport(report), code);
    }),
});

const dependencySuite: Suite = {
  title: "dependency-cruiser (imports run one way)",
  run: async () => {
    const rooms = ROOMS.filter((room) => existsSync(join(root, room)));
    const { stdout } = await runNode(
      [
        "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
        "--config",
        ".dependency-cruiser.cjs",
        "--output-type",
        "json",
        ...rooms,
      ],
      { isCaptured: true },
    );
    const complaints = dependencyComplaints(stdout);
    process.stdout.write(complaints.map((complaint) => `${complaint}\n`).join(""));
    return countCheck(complaints.length === 0);
  },
};

const playwrightSuite: Suite = {
  title: "Playwright (a real browser)",
  run: () =>
    withReport(async (report) => {
      const { code } = await runNode(
        ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
        { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
      );
      return countPlaywright(await readReport(report), code);
    }),
};

/** Fast, without a database: for every commit. */
export const CHECK_SUITES: readonly Suite[] = [
  programSuite("Biome (format and lint)", ["node_modules/@biomejs/biome/bin/biome", "check", "."]),
  programSuite("TypeScript (types)", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]),
  dependencySuite,
  programSuite("knip (nothing unused)", ["node_modules/knip/bin/knip.js"]),
  vitestSuite("unit tests", "unit"),
];

/** Everything: the checks, then real services, then the product as `npm start` starts it, then a browser. */
export const ALL_SUITES: readonly Suite[] = [
  ...CHECK_SUITES,
  vitestSuite("integration tests (real PostgreSQL and object store)", "integration"),
  vitestSuite("end-to-end tests (the product over HTTP)", "e2e"),
  playwrightSuite,
];

async function withReport(run: (report: string) => Promise<Counts>): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-suite-"));
  try {
    return await run(join(folder, "report.json"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    // The program ended before it wrote its report; that is counted as a failure.
    return null;
  }
}
