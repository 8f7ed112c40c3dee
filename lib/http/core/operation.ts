import type { z } from "zod";
import type { Scope } from "@/lib/kernel/rules/actor";
import type { ErrorCode } from "@/lib/kernel/rules/errors";

/** Who may call the operation: everybody, keys with one scope, or keys with any scope in the table of moves. */
export type Access = "public" | Scope | "move-table";

/** The response of a successful operation. */
export interface Success {
  readonly status: 200 | 201 | 204 | 307;
  readonly description: string;
  /** The body of the response; absent if there is none. */
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** The names of the response's headers in `RESPONSE_HEADERS`. */
  readonly headers?: readonly string[];
}

/** One method of one path, as clients see it. `codes` does not include errors that follow from the other properties. */
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
  /** The query in the operation's code sample. All of its parameters are optional. */
  readonly sampleQuery?: Readonly<Record<string, string>>;
  /** The names of the request's headers in `HEADER_PARAMETERS`. */
  readonly headers?: readonly string[];
  /** The schema with which the handler reads the body, and examples that it accepts. */
  readonly body?: {
    readonly schema: z.ZodType;
    readonly isOptional?: boolean;
    readonly examples: Readonly<Record<string, unknown>>;
    /**
     * The values of an example's path parameters, by the name of the example, if they differ from the parameters' own
     * examples.
     */
    readonly samplePaths?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly success: Success;
  /** Successful responses without a body, such as 304, with their descriptions. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  readonly codes?: readonly ErrorCode[];
}

/** Returns the names in braces in a path, such as `uuid`. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Returns a success with a body. An example that does not match the schema is a compile error. */
export const ok = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.infer<Schema>,
): Success => ({ status: 200, description, body: { schema, example } });
