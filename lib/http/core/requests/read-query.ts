import type { z } from "zod";
import { validationFailed } from "./read-json-body";

/**
 * Validates the query of a URL. The pointers in its errors look like `#/limit`.
 * @throws DomainError `validation-failed`, also for a repeated parameter
 */
export function readQuery<T>(query: URLSearchParams, schema: z.ZodType<T>): T {
  const names = [...query.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const message = "appears more than once; send it once";
    throw validationFailed([{ code: "custom", path: [repeated], message }]);
  }
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues);
}
