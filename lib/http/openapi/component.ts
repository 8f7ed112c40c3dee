import type { z } from "zod";

/** Words for a property, with what a rule of the domain demands of it where the schema cannot tell. */
export type Property = string | ({ readonly description: string } & Record<string, unknown>);

/** A schema that has a name in the document, with its words. */
export interface Component {
  readonly schema: z.ZodType;
  readonly io: "input" | "output";
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
}

/** An object's component; a property without words does not compile. */
export const component = <Shape extends z.ZodRawShape>(
  io: Component["io"],
  schema: z.ZodObject<Shape>,
  description: string,
  properties: Readonly<Record<keyof Shape & string, Property>>,
): Component => ({ schema, io, description, properties });
