import { type JsonSchema, type TypePart, typePartsOf } from "./type-parts";

/** The limits of a value: the length of a string, the value of a number, or the number of items in an array. */
export interface Bounds {
  readonly of: "characters" | "value" | "items";
  /** The lower limit; null if there is none. The same applies to `max`. */
  readonly min: number | null;
  readonly max: number | null;
}

/** A property or a parameter. */
export interface ReferenceProperty {
  /** The name. For a nested property, it contains both names, as in `fields[].name`. */
  readonly name: string;
  readonly type: readonly TypePart[];
  readonly isRequired: boolean;
  /** The default value as JSON, or null if there is no default value. */
  readonly defaultValue: string | null;
  readonly bounds: Bounds | null;
  /** May contain code in backticks. Empty if the name needs no explanation. */
  readonly description: string;
}

/** Returns the properties of an object, including those of nested objects whose schemas have no name. */
export function propertiesOf(schema: JsonSchema, prefix = ""): readonly ReferenceProperty[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.entries(properties).flatMap(([name, property]) => [
    propertyOf(`${prefix}${name}`, property, required.includes(name)),
    ...innerProperties(property, `${prefix}${name}`),
  ]);
}

/** Returns a property or a parameter, read from its schema. */
export function propertyOf(
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
): ReferenceProperty {
  return {
    name,
    isRequired,
    type: typePartsOf(schema),
    defaultValue: "default" in schema ? JSON.stringify(schema.default) : null,
    bounds: boundsOf(schema),
    description: typeof schema.description === "string" ? schema.description : "",
  };
}

function innerProperties(schema: JsonSchema, name: string): readonly ReferenceProperty[] {
  const choices = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]) as JsonSchema[];
  return choices.flatMap((choice) =>
    choice.type === "array"
      ? propertiesOf((choice.items ?? {}) as JsonSchema, `${name}[].`)
      : propertiesOf(choice, `${name}.`),
  );
}

const LIMITS = [
  { of: "characters", min: "minLength", max: "maxLength" },
  { of: "items", min: "minItems", max: "maxItems" },
  { of: "value", min: "minimum", max: "maximum" },
] as const;

/** The limits of a union are those of its first part, because its other part is null. */
function boundsOf(schema: JsonSchema): Bounds | null {
  const [choice = {}] = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]) as JsonSchema[];
  if (Array.isArray(choice.prefixItems)) return null;
  const found = LIMITS.find(({ min, max }) => min in choice || max in choice);
  if (!found) return null;
  const { of, min, max } = found;
  return { of, min: numberOf(choice[min]), max: numberOf(choice[max]) };
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : null);
