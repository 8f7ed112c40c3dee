import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/rules/errors";
import type { Scope } from "@/lib/kernel/rules/scopes";

/** Who may make a call: everybody, keys with one scope, or keys with any scope that the move table names. */
export type Access = "public" | Scope | "move-table";

/** What an operation answers when it succeeds. */
export interface Success {
  readonly status: 200 | 201 | 204 | 307;
  readonly description: string;
  /** With its example; absent: the answer has no body. */
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** Names from `RESPONSE_HEADERS`. */
  readonly headers?: readonly string[];
}

/** One method of one path, as clients see it. Errors that follow from its parts are not repeated in `codes`. */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: `/external-api/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** The schema that the handler reads the URL's query with. */
  readonly query?: z.ZodObject;
  /** A query for its code sample; all of it may be left out. */
  readonly sampleQuery?: Readonly<Record<string, string>>;
  /** Names from `HEADER_PARAMETERS`. */
  readonly headers?: readonly string[];
  /** The schema that the handler reads the body with, and bodies that it accepts. */
  readonly body?: {
    readonly schema: z.ZodType;
    readonly isOptional?: boolean;
    readonly examples: Readonly<Record<string, unknown>>;
    /** By the name of an example: what its path names when it is not the example of the parameter. */
    readonly samplePaths?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly success: Success;
  /** Success without a body of its own, such as 304. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  readonly codes?: readonly ErrorCode[];
}

/** Names in braces of a path, such as `uuid`. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Success with a body: an example of another shape does not compile. */
export const ok = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.infer<Schema>,
): Success => ({ status: 200, description, body: { schema, example } });
