import type { z } from "zod";

/** A domain value as it appears in a response. */
type Written<Value> = Value extends Date
  ? string
  : Value extends readonly [unknown, ...unknown[]]
    ? { -readonly [Index in keyof Value]: Value[Index] }
    : Value extends readonly (infer Item)[]
      ? Item[]
      : Value;

/**
 * Returns the properties that a schema contains, in schema order, with times as strings. Other properties are dropped, so
 * that no response contains more than its schema.
 */
export function pick<
  Shape extends z.ZodRawShape,
  Value extends { readonly [Name in keyof Shape]: unknown },
>(
  { shape }: z.ZodObject<Shape>,
  value: Value,
): { -readonly [Name in keyof Shape]: Written<Value[Name]> } {
  const properties = Object.keys(shape).map((name) => [name, written(value[name])]);
  // Object.fromEntries returns exactly the names in the shape.
  return Object.fromEntries(properties) as { [Name in keyof Shape]: Written<Value[Name]> };
}

const written = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
