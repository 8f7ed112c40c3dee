import type { ErrorCode } from "@/lib/kernel/rules/errors";
import type { ProblemDefinition } from "./problem-definition";

/** The rows of the table of problems that only signed-in people meet, beside those in `problem.ts`. */
export const COCKPIT_PROBLEMS = {
  "api-key-not-found": {
    status: 404,
    title: "API key not found",
    help: "List the keys again. Keys are never removed from the list, only revoked.",
  },
  "api-key-set-by-operator": {
    status: 409,
    title: "The operator sets this API key",
    help: "Change or remove the setting STAGEDOOR_API_KEY and start Stagedoor again.",
  },
  "api-key-not-rotatable": {
    status: 409,
    title: "The API key cannot be rotated",
    help: "A key that is revoked, expired or already replaced cannot be rotated. Rotate its replacement, or create a new key.",
  },
} as const satisfies Partial<Record<ErrorCode, ProblemDefinition>>;
