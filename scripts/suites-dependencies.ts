import { z } from "zod";
import { parseJson } from "@/embedded/parse-json";

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
 * What dependency-cruiser's JSON report complains about, one line each; empty: all is well. A run that saw no module at all is a
 * complaint: with a compiler that it does not know it ends green and blind.
 */
export function dependencyComplaints(text: string): string[] {
  const parsed = report.safeParse(parseJson(text));
  if (!parsed.success) return ["dependency-cruiser did not write its report."];
  const { totalCruised, violations } = parsed.data.summary;
  if (totalCruised === 0) return ["dependency-cruiser saw 0 modules, so the check proves nothing."];
  return violations.map(({ from, to, rule, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
    return `${rule.name}: ${from} → ${path}`;
  });
}
