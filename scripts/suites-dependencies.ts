import { z } from "zod";
import { parseJson } from "@/embedded/small-files";

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});

/**
 * Returns the complaints of dependency-cruiser's JSON report, one line each; empty if there are none. A report without
 * modules is a complaint, because dependency-cruiser passes without reading anything if it does not support the compiler.
 */
export function dependencyComplaints(text: string): string[] {
  const parsed = report.safeParse(parseJson(text));
  if (!parsed.success) return ["dependency-cruiser did not write its report."];
  const { totalCruised, violations } = parsed.data.summary;
  if (totalCruised === 0)
    return ["dependency-cruiser read no modules, so the check proves nothing."];
  return violations.map(({ from, to, rule, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
    return `${rule.name}: ${from} → ${path}`;
  });
}
