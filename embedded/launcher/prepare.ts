import { z } from "zod";
import { parseJson } from "../parse-json";
import type { Environment } from "./environment";
import { runTool } from "./run-tool";
import { StartError } from "./start-error";

const preparationSchema = z.object({
  isFirstStart: z.boolean(),
  firstApiKey: z.string().nullable(),
  /** Whom this start made because there was no user; the password is null when the settings gave it. */
  firstAdministrator: z.object({ email: z.string(), password: z.string().nullable() }).nullable(),
  /** What notifications are signed with, newest first; the built-in receiver verifies with them. */
  webhookSecrets: z.array(z.string()),
});

/** What `cli/prepare.ts` found out: the key is there on the first start only, unless one was given. */
export type Preparation = Readonly<z.infer<typeof preparationSchema>>;

const TIMEOUT_MS = 5 * 60_000;

/** Migrates the database and makes what the first start makes. @throws StartError with the program's own sentence. */
export async function prepare(
  root: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<Preparation> {
  const output = await runTool({
    root,
    environment,
    signal,
    args: ["--import", "tsx", "cli/prepare.ts"],
    failure: "Preparing the database and the object store failed",
    timeoutMs: TIMEOUT_MS,
  });
  return parsePreparation(output);
}

/** The last line of the output is the answer; lines before it may be warnings of the runtime. */
export function parsePreparation(output: string): Preparation {
  const line = output.trim().split("\n").at(-1) ?? "";
  const { data } = preparationSchema.safeParse(parseJson(line));
  // No cause and no output: both could show the key.
  if (!data) throw new StartError("cli/prepare.ts did not end with a line of JSON as it should.");
  return data;
}
