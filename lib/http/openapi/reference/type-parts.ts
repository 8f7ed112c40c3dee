/** A JSON Schema in the OpenAPI document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A part of a type in TypeScript notation. `object` is the name of the component that it refers to. */
export interface TypePart {
  readonly text: string;
  readonly object: string | null;
}

const REFERENCE = "#/components/schemas/";

/** Returns the name of the component that a schema refers to, or null if it refers to none. */
export const componentOf = (schema: JsonSchema): string | null =>
  typeof schema.$ref === "string" && schema.$ref.startsWith(REFERENCE)
    ? schema.$ref.slice(REFERENCE.length)
    : null;

/** Returns the type of a schema's values, such as `StatusChange[]` or `string (uuid) | null`. */
export function typePartsOf(schema: JsonSchema): readonly TypePart[] {
  const name = componentOf(schema);
  if (name) return [{ text: name, object: name }];
  if (Array.isArray(schema.enum)) return plain(schema.enum.map(literal).join(" | "));
  if (schema.const !== undefined) return plain(literal(schema.const));
  if (Array.isArray(schema.anyOf)) return joined(schema.anyOf.map(typePartsOf));
  if (Array.isArray(schema.type)) {
    return joined(schema.type.map((type: unknown) => typePartsOf({ ...schema, type })));
  }
  if (schema.type === "array") return arrayParts(schema);
  if (schema.type === "object") return plain(schema.additionalProperties ? MAP : "object");
  const format = typeof schema.format === "string" ? ` (${schema.format})` : "";
  return plain(`${String(schema.type ?? "any")}${format}`);
}

const MAP = "{ [name]: string }";

function arrayParts({ items, prefixItems }: JsonSchema): readonly TypePart[] {
  if (Array.isArray(prefixItems)) {
    return [...plain("["), ...joined(prefixItems.map(typePartsOf), ", "), ...plain("]")];
  }
  const item = typePartsOf((items ?? {}) as JsonSchema);
  const isChoice = item.some(({ text }) => text.includes(" | "));
  return isChoice ? [...plain("("), ...item, ...plain(")[]")] : [...item, ...plain("[]")];
}

const literal = (value: unknown) => JSON.stringify(value);

const plain = (text: string): readonly TypePart[] => [{ text, object: null }];

const joined = (types: readonly (readonly TypePart[])[], by = " | "): readonly TypePart[] =>
  types.flatMap((parts, index) => (index === 0 ? parts : [...plain(by), ...parts]));
