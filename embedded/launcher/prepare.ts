import { z } from "zod";
import { parseJson } from "../small-files";
import type { Environment } from "./environment";
import { runTool } from "./run-tool";
import { StartError } from "./terminal";

const preparationSchema = z.object({
  isFirstStart: z.boolean(),
  firstApiKey: z.string().nullable(),
  /**
   * The administrator that this start created because there was no user; the password is null if it came from the
   * settings.
   */
  firstAdministrator: z.object({ email: z.string(), password: z.string().nullable() }).nullable(),
  /** Groups of users whose emails are spellings of the same email; see decision 0073. */
  sharedEmails: z.array(z.array(z.string())),
  /** The secrets that sign notifications, newest first; the built-in receiver verifies with them. */
  webhookSecrets: z.array(z.string()),
});

/** The result of `cli/prepare.ts`. It contains the API key only the first time, unless a key was configured. */
export type Preparation = Readonly<z.infer<typeof preparationSchema>>;

const TIMEOUT_MS = 5 * 60_000;

/**
 * Migrates the database and creates what Stagedoor needs when it first starts. @throws StartError with the program's own
 * message
 */
export async function prepare(
  root: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<Preparation> {
  const output = await runTool({
    root,
    environment,
    signal,
    args: ["embedded/run-bundled.mjs", "cli/prepare.ts"],
    failure: "Could not prepare the database and the object store",
    timeoutMs: TIMEOUT_MS,
  });
  return parsePreparation(output);
}

/** Parses the last line of the output; lines before it may be warnings from the runtime. */
export function parsePreparation(output: string): Preparation {
  const line = output.trim().split("\n").at(-1) ?? "";
  const { data } = preparationSchema.safeParse(parseJson(line));
  // The error has no cause and does not contain the output, because both could contain the key.
  if (!data) throw new StartError("cli/prepare.ts did not end with a line of JSON as it should.");
  return data;
}
