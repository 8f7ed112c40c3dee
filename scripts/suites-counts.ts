import { z } from "zod";

/** The numbers of tests of a suite that passed, failed and were skipped. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** A check without tests counts as one test. */
export const countCheck = (isGood: boolean): Counts =>
  isGood ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };

/** Reads the counts from vitest's JSON report; null means that the run ended before the report was written. */
export function countVitest(report: unknown, exitCode: number): Counts {
  const parsed = vitestReport.safeParse(report);
  if (!parsed.success) return withVerdict(NOTHING, exitCode);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = parsed.data;
  const skipped = numPendingTests + numTodoTests;
  return withVerdict(
    { passed: numPassedTests, failed: numFailedTests, skipped },
    success ? exitCode : 1,
  );
}

/** Reads the counts from Playwright's JSON report. A test that passed only when it was retried counts as failed. */
export function countPlaywright(report: unknown, exitCode: number): Counts {
  const parsed = playwrightReport.safeParse(report);
  if (!parsed.success) return withVerdict(NOTHING, exitCode);
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  return withVerdict({ passed: expected, failed: unexpected + flaky, skipped }, exitCode);
}

/**
 * A run that failed outside of a test (a file that cannot be loaded, an uncaught error), or in which no test ran, counts
 * as one failure: green must mean that something was tested.
 */
function withVerdict(counts: Counts, exitCode: number): Counts {
  const hasRun = counts.passed + counts.failed > 0;
  const isExplained = counts.failed > 0;
  return isExplained || (hasRun && exitCode === 0) ? counts : { ...counts, failed: 1 };
}

/** Returns the sum over all suites. */
export const sumCounts = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    NOTHING,
  );

/** Returns `N passed, N failed`, and the number of skipped tests if there are any. */
export const formatCounts = (counts: Counts): string =>
  [formatVerdict(counts), ...formatSkipped(counts)].join(", ");

/**
 * Returns the end of the complete run's output: the last line is exactly `N passed, N failed`, even if tests were
 * skipped.
 */
export const summaryLines = (counts: Counts): string[] => [
  ...formatSkipped(counts),
  formatVerdict(counts),
];

const formatVerdict = ({ passed, failed }: Counts) => `${passed} passed, ${failed} failed`;
const formatSkipped = ({ skipped }: Counts) => (skipped > 0 ? [`${skipped} skipped`] : []);
