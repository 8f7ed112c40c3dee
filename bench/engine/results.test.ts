import { expect, test } from "vitest";
import type { Figures } from "./measure";
import { renderResults } from "./results";

const figures = (requestsPerSecond: number, p50Ms: number): Figures => ({
  requestsPerSecond,
  p50Ms,
  p99Ms: 20,
  cpuMsPerRequest: 1,
  residentMegabytes: 90,
});

const rows = [
  { runsAtOnce: 1, executor: figures(150, 8), bare: figures(200, 4) },
  { runsAtOnce: 40, executor: figures(110, 10), bare: figures(200, 9) },
];

const render = (idle: { cpuShare: number | null; residentMegabytes: number | null }) =>
  renderResults({
    rows,
    idle: { sleepingRuns: 100, seconds: 30, ...idle },
    postgresVersion: "18.4",
    date: new Date("2026-11-20T12:00:00Z"),
  });

test("the results name the machine and compare the executor with the bare loop", () => {
  const results = render({ cpuShare: 0.002, residentMegabytes: 90 });

  expect(results).toContain(
    `Node ${process.versions.node}, PostgreSQL 18.4; measured on 2026-11-20.`,
  );
  expect(results).toMatch(/\| 1 +\| 150 : 200 \| 0\.75 +\| 8\.0 : 4\.0 +\| 0\.50 /);
});

test("judges each target: more steps and shorter gaps between them are better", () => {
  const results = render({ cpuShare: 0.02, residentMegabytes: 99.9 });

  expect(results).toContain("Steps/s at 1 run: 0.75 of the bare loop; target 0.6: met.");
  expect(results).toContain(
    "Step to step at 1 run, median: 0.50 of the bare loop; target 0.6: not met.",
  );
  expect(results).toContain("Steps/s at 40 runs: 0.55 of the bare loop; target 0.6: not met.");
  expect(results).toContain("2.00% of a core; target under 1%: not met.");
  expect(results).toContain("Resident then: 100 MB; target under 100 MB: met.");
});

test("figures that the system does not provide are not judged", () => {
  const results = render({ cpuShare: null, residentMegabytes: null });

  expect(results).toContain("–% of a core; target under 1%: not measured.");
  expect(results).toContain("Resident then: – MB; target under 100 MB: not measured.");
});
