import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

/** The checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The file with the rules and with the settings for reading the code. */
export const CONFIG = ".dependency-cruiser.cjs";

/** The part of dependency-cruiser's JSON report that we read. */
export const cruiseReport = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(
        z.object({ resolved: z.string(), dependencyTypes: z.array(z.string()) }),
      ),
    }),
  ),
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** A module and its imports, as dependency-cruiser reports them. */
export type CruisedModule = z.infer<typeof cruiseReport>["modules"][number];

/**
 * Returns the arguments for dependency-cruiser to write a JSON report about the given rooms; `npm run check` uses them,
 * too.
 */
export const cruiseArguments = (rooms: readonly string[]): readonly string[] => [
  join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
  "--config",
  CONFIG,
  "--output-type",
  "json",
  ...rooms,
];

/** Returns the imports of the modules in the given rooms, and the violations of the rules. */
export async function cruise(cwd: string, rooms: readonly string[]) {
  const run = promisify(execFile)(process.execPath, [...cruiseArguments(rooms)], {
    cwd,
    maxBuffer: 64 * 1024 ** 2,
  });
  // The exit code of dependency-cruiser is the number of violations, and its report lists them.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return cruiseReport.parse(JSON.parse(stdout));
}
