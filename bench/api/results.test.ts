import { expect, test } from "vitest";
import type { Figures } from "./figures";
import { renderResults } from "./results";

test("the results name the machine, compare product and bare server, and judge by the aims", () => {
  const measured = { connections: 10, product: figures(350, 2.6), bare: figures(700, 0.5) };

  const results = renderResults([{ call: "create", ...measured }], {
    postgresVersion: "18.4",
    date: new Date("2026-11-20T12:00:00Z"),
  });

  expect(results).toContain(
    `Node ${process.versions.node}, PostgreSQL 18.4; measured on 2026-11-20.`,
  );
  expect(results).toContain("| create | 10          | 350 : 700  | 0.50  |");
  expect(results).toContain(
    "3.3 times the best of the comparable products (80–105/s); aim 3 times: met.",
  );
  expect(results).toContain("2.60 ms CPU; aim at most 2.5 ms: not met.");
});

const figures = (requestsPerSecond: number, cpuMsPerRequest: number | null): Figures => ({
  requestsPerSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMsPerRequest,
  residentMegabytes: 100,
});
