import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/rules/errors";
import type { Scope } from "@/lib/kernel/rules/scopes";

/** The callers that may make a call: everybody, keys with one scope, or keys with any scope in the table of moves. */
export type Access = "public" | Scope | "move-table";

/** The response of a successful operation. */
export interface Success {
  readonly status: 200 | 201 | 204 | 307;
  readonly description: string;
  /** The body of the response; absent if there is none. */
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** The names of headers in `RESPONSE_HEADERS`. */
  readonly headers?: readonly string[];
}

/**
 * One method of one path, as clients see it. `codes` does not include the errors that follow from the other properties.
 */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: `/external-api/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** The schema that the handler uses to read the URL's query. */
  readonly query?: z.ZodObject;
  /** The query in its code sample. All of its parameters are optional. */
  readonly sampleQuery?: Readonly<Record<string, string>>;
  /** The names of headers in `HEADER_PARAMETERS`. */
  readonly headers?: readonly string[];
  /** The schema that the handler uses to read the body, and examples that it accepts. */
  readonly body?: {
    readonly schema: z.ZodType;
    readonly isOptional?: boolean;
    readonly examples: Readonly<Record<string, unknown>>;
    /**
     * The values in the path of an example, by the name of the example, if they differ from the examples of the
     * parameters.
     */
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

/** Returns a success with a body. An example that does not match the schema does not compile. */
export const ok = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.infer<Schema>,
): Success => ({ status: 200, description, body: { schema, example } });
