import { z } from "zod";

/** A test and how long it took. */
export interface TimedTest {
  readonly name: string;
  readonly seconds: number;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

const playwrightSuite = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

/** Reads the tests from vitest's JSON report, named by their file under `root`; none if there is no report. */
export function testsOfVitest(report: unknown, root: string): TimedTest[] {
  const parsed = vitestReport.safeParse(report);
  if (!parsed.success) return [];
  return parsed.data.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${file.replace(root, "")} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

/** Reads the tests from Playwright's JSON report; none if there is no report. */
export function testsOfPlaywright(report: unknown): TimedTest[] {
  const parsed = playwrightReport.safeParse(report);
  return parsed.success ? parsed.data.suites.flatMap(testsOfSuite) : [];
}

function testsOfSuite({ file, specs, suites }: z.infer<typeof playwrightSuite>): TimedTest[] {
  const own = specs.map(({ title, tests }) => ({
    name: `e2e/${file} › ${title}`,
    seconds: sum(tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
  }));
  return [...own, ...(suites ?? []).flatMap(testsOfSuite)];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the slowest of the tests, with the slowest one last. */
export const slowestOf = (tests: readonly TimedTest[], count: number): TimedTest[] =>
  tests.toSorted((a, b) => a.seconds - b.seconds).slice(-count);
