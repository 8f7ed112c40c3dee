import type { z } from "zod";
import { validationFailed } from "./read-json-body";

/**
 * Validates the query of a URL. The pointers in its errors look like `#/limit`.
 * @param repeatable parameters that may appear more than once; the schema gets their values as an array
 * @throws DomainError `validation-failed`, also for any other repeated parameter unless the schema ignores it
 */
export function readQuery<T>(
  query: URLSearchParams,
  schema: z.ZodType<T>,
  repeatable: readonly string[] = [],
): T {
  const lists = repeatable
    .filter((name) => query.has(name))
    .map((name) => [name, query.getAll(name)] as const);
  const parsed = schema.safeParse({ ...Object.fromEntries(query), ...Object.fromEntries(lists) });
  const isIgnored = (name: string) => parsed.success && !Object.hasOwn(Object(parsed.data), name);
  const names = [...query.keys()].filter((name) => !repeatable.includes(name) && !isIgnored(name));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    const message = "appears more than once; send it once";
    throw validationFailed([{ code: "custom", path: [repeated], message }]);
  }
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues);
}
