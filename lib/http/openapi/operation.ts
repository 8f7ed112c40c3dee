import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/rules/errors";
import type { Scope } from "@/lib/kernel/rules/scopes";

/** Who may make a call: everybody, keys with one scope, or keys with any scope in the table of moves. */
export type Access = "public" | Scope | "move-table";

/** The response of a successful operation. */
export interface Success {
  readonly status: 200 | 201 | 204 | 307;
  readonly description: string;
  /** Absent if the response has no body. */
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** Names from `RESPONSE_HEADERS`. */
  readonly headers?: readonly string[];
}

/**
 * One method of one path, as clients see it. `codes` does not repeat the errors that follow from the other properties.
 */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: `/external-api/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** The schema with which the handler reads the URL's query. */
  readonly query?: z.ZodObject;
  /** A query for its code sample. All of its parameters are optional. */
  readonly sampleQuery?: Readonly<Record<string, string>>;
  /** Names from `HEADER_PARAMETERS`. */
  readonly headers?: readonly string[];
  /** The schema with which the handler reads the body, and bodies that it accepts. */
  readonly body?: {
    readonly schema: z.ZodType;
    readonly isOptional?: boolean;
    readonly examples: Readonly<Record<string, unknown>>;
    /** By the name of an example: the values in its path, if they are not the examples of the parameters. */
    readonly samplePaths?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly success: Success;
  /** Successful responses without a body, such as 304. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  readonly codes?: readonly ErrorCode[];
}

/** Returns the names in braces in a path, such as `uuid`. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Returns a success with a body. An example of a different shape does not compile. */
export const ok = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.infer<Schema>,
): Success => ({ status: 200, description, body: { schema, example } });
