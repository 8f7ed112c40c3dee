import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { cruiseArguments } from "./architecture/cruise";
import { pictureComplaints } from "./architecture/pictures";
import { type Counts, countCheck, countPlaywright, countVitest } from "./suites-counts";
import { dependencyComplaints } from "./suites-dependencies";
import { root, runNode } from "./suites-process";
import { type TimedTest, testsOfPlaywright, testsOfVitest } from "./suites-slowest";

/** Receives the output of a suite's programs; if undefined, they print to the terminal. */
export type Print = ((text: string) => void) | undefined;

/** The result of a suite, and the tests that it ran; a check has no tests. */
export interface Outcome {
  readonly counts: Counts;
  readonly tests: readonly TimedTest[];
}

/** Tests or checks that are run and counted together. */
export interface Suite {
  /** The name for `npm test -- <name>`. */
  readonly name: string;
  readonly title: string;
  /** Whether the suite needs the built application, or reads files that a build replaces. */
  readonly build?: "needed" | "disturbing";
  run(print: Print): Promise<Outcome>;
}

const ROOMS = [
  "app",
  "components",
  "lib",
  "inngest",
  "embedded",
  "packages",
  "cli",
  "bench",
  "quality",
  "e2e",
  "scripts",
  "prisma",
  "processor",
  "testing",
];

/** One worker per processor, because with more workers, next to other suites, some tests exceeded their time limit. */
const WORKERS = String(Math.max(2, availableParallelism()));

const programSuite = (name: string, title: string, args: readonly string[]): Suite => ({
  name,
  title,
  run: async (print) => ({
    counts: countCheck((await runNode(args, { print })).code === 0),
    tests: [],
  }),
});

const vitestSuite = (name: string, title: string, ...more: readonly string[]): Suite => ({
  name,
  title,
  run: (print) =>
    runVitest(
      [name, ...more].flatMap((project) => ["--project", project]),
      print,
    ),
});

const dependencySuite: Suite = {
  name: "imports",
  title: "dependency-cruiser (imports run one way, and the diagrams show them)",
  run: async (print = (text) => process.stdout.write(text)) => {
    const rooms = ROOMS.filter((room) => existsSync(join(root, room)));
    const { stdout } = await runNode(cruiseArguments(rooms), { print, isCaptured: true });
    const complaints = [...dependencyComplaints(stdout), ...(await pictureComplaints(stdout))];
    print(complaints.map((complaint) => `${complaint}\n`).join(""));
    return { counts: countCheck(complaints.length === 0), tests: [] };
  },
};

/**
 * The application and the packages are two programs, which need different settings. The native compiler takes a third of the
 * CPU time; dependency-cruiser still needs the other one.
 */
const typesSuite: Suite = {
  name: "types",
  title: "TypeScript (types)",
  build: "disturbing",
  run: async (print) => {
    const check = (project: string) =>
      runNode(["node_modules/typescript-native/bin/tsc", "--noEmit", "-p", project], { print });
    const ends = await Promise.all([".", "packages"].map(check));
    return { counts: countCheck(ends.every(({ code }) => code === 0)), tests: [] };
  },
};

/** The fast suites, without a database, for every commit. */
export const CHECK_SUITES: readonly Suite[] = [
  programSuite("biome", "Biome (format and lint)", [
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    ".",
  ]),
  typesSuite,
  dependencySuite,
  programSuite("unused", "knip (nothing unused)", ["node_modules/knip/bin/knip.js"]),
  programSuite("english", "English (phrases that our style rules out)", [
    "--import",
    "tsx",
    "scripts/english/check-english.ts",
  ]),
  vitestSuite("unit", "unit tests"),
];

/**
 * All suites, the longest first, because the last one runs alone and then leaves a processor idle: a browser, tests with real
 * services, the product as `npm start` starts it, and the checks. The second one runs while the application is built.
 */
export const ALL_SUITES: readonly Suite[] = [
  {
    name: "browser",
    title: "Playwright (a real browser)",
    build: "needed",
    run: (print) => runPlaywright([], print),
  },
  vitestSuite("integration", "integration tests (real PostgreSQL and object store)", "packages"),
  { ...vitestSuite("e2e", "end-to-end tests (the product over HTTP)"), build: "needed" },
  ...CHECK_SUITES,
];

/** Returns suites of only the given test files, relative to the checkout, in the projects that they belong to. */
export function fileSuites(files: readonly string[]): Suite[] {
  const specs = files.filter((file) => file.endsWith(".spec.ts"));
  const tests = files.filter((file) => !file.endsWith(".spec.ts"));
  const suites: Suite[] = [
    { name: "tests", title: tests.join(", "), run: (print) => runVitest(tests, print) },
    {
      name: "specs",
      title: specs.join(", "),
      build: "needed",
      run: (print) => runPlaywright(specs.map(escapeForPlaywright), print),
    },
  ];
  return suites.filter(({ title }) => title !== "");
}

/** Playwright reads an argument as a regular expression. */
const escapeForPlaywright = (file: string) => file.replaceAll(".", "\\.");

const runVitest = (selection: readonly string[], print: Print): Promise<Outcome> =>
  withReport(async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code } = await runNode(
      ["node_modules/vitest/vitest.mjs", "run", ...selection, ...reporters],
      { print, env: { VITEST_MAX_WORKERS: WORKERS } },
    );
    const report = await readReport(file);
    return { counts: countVitest(report, code), tests: testsOfVitest(report, root) };
  });

const runPlaywright = (selection: readonly string[], print: Print): Promise<Outcome> =>
  withReport(async (file) => {
    const { code } = await runNode(
      ["node_modules/@playwright/test/cli.js", "test", ...selection, "--reporter=list,json"],
      { print, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
    );
    const report = await readReport(file);
    return { counts: countPlaywright(report, code), tests: testsOfPlaywright(report) };
  });

async function withReport(run: (report: string) => Promise<Outcome>): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-suite-"));
  try {
    return await run(join(directory, "report.json"));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    // The program exited before it wrote its report, which counts as a failure.
    return null;
  }
}
