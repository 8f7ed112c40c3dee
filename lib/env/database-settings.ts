import { z } from "zod";
import { wholeNumber } from "./fields";

/** The relay and session checks can occupy three connections for a while, and calls need a free one. */
const POOL_SMALLEST = 4;
/** The embedded server allows 100 connections; the executor, commands and migrations need some of them. */
const POOL_LARGEST_EMBEDDED = 70;

/** The database settings, each validated separately. */
export const databaseFields = z.object({
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
      "must be an address such as postgresql://user:password@host:5432/database",
    )
    .optional(),
  DATABASE_POOL_MAX: wholeNumber(POOL_SMALLEST, 500, 10),
});

/** Returns the problems with the combination of settings, one sentence each. */
export const databaseProblems = (raw: z.infer<typeof databaseFields>): string[] =>
  raw.DATABASE_URL || raw.DATABASE_POOL_MAX <= POOL_LARGEST_EMBEDDED
    ? []
    : [
        `The setting DATABASE_POOL_MAX must be at most ${POOL_LARGEST_EMBEDDED} with the embedded PostgreSQL, which allows 100 connections.`,
      ];
