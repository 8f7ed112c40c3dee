import type { z } from "zod";
import type { Scope } from "@/lib/kernel/rules/actor";
import type { ErrorCode } from "@/lib/kernel/rules/errors";
import { conditional } from "./conditional";
import {
  type ApiAnswer,
  type ApiCall,
  type Endpoint,
  endpoint,
  type RequestPorts,
} from "./endpoint";
import { readQuery } from "./requests/read-query";

/** A placeholder for the origin of the installation in examples. It is replaced when the description is served. */
export const EXAMPLE_ORIGIN = "https://stagedoor.example.com";

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

/**
 * One method of one path, declared once: its route implements it, and the OpenAPI document describes it. `codes` does not
 * include errors that follow from the other properties.
 */
export interface Declared {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: `/external-api/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** The schema of the URL's query. */
  readonly query?: z.ZodObject;
  /** The query in the operation's code sample. All of its parameters are optional. */
  readonly sampleQuery?: Readonly<Record<string, string>>;
  /** The names of the request's headers in `HEADER_PARAMETERS`. */
  readonly headers?: readonly string[];
  /** The schema of the body, and examples that it accepts. */
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

/** Declared operations by their ids. */
export type DeclaredOperations = Readonly<Record<string, Declared>>;

/** A declared operation with its id. */
export interface Operation extends Declared {
  readonly operationId: string;
}

/** Returns the operations of several declarations as one list, in this order. */
export const operationsOf = (...declarations: readonly DeclaredOperations[]) =>
  declarations.flatMap((declared) =>
    Object.entries(declared).map(
      ([operationId, operation]): Operation => ({ ...operation, operationId }),
    ),
  );

/** Returns the names in braces in a path, such as `uuid`. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

/** Returns a success with a body. An example that does not match the schema is a compile error. */
export const ok = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.infer<Schema>,
) => ({ status: 200, description, body: { schema, example } }) as const;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values of the names in braces in a path. */
type ParamsOf<Path extends string> = { readonly [Name in NamesIn<Path>]: string };

type BodyOf<O> = O extends { readonly body: { readonly schema: infer S extends z.ZodType } }
  ? z.output<S>
  : undefined;

type QueryOf<O> = O extends { readonly query: infer S extends z.ZodType } ? z.output<S> : undefined;

/** The call of an operation as its handler receives it: with the declared body and query, already validated. */
type CallOf<Ports, O extends Declared> = O["access"] extends "public"
  ? Pick<ApiCall<Ports, ParamsOf<O["path"]>>, "ports" | "publicUrl" | "params">
  : Omit<ApiCall<Ports, ParamsOf<O["path"]>>, "query"> & {
      readonly query: QueryOf<O>;
      readonly body: BodyOf<O>;
    };

/** The response of an operation: only the declared status and a body of the declared shape. */
type AnswerOf<O extends Declared> = Omit<ApiAnswer, "status" | "body"> & {
  readonly status: O["success"]["status"];
} & (BodyOf<O["success"]> extends undefined ? unknown : { readonly body: BodyOf<O["success"]> });

/** Carries out an operation. */
export type Handle<Ports, O extends Declared> = (call: CallOf<Ports, O>) => Promise<AnswerOf<O>>;

/** An operation with the endpoint that carries it out. */
export interface Implemented<Ports extends RequestPorts, Params> {
  readonly operation: Declared;
  readonly endpoint: Endpoint<Ports, Params>;
}

/**
 * Builds the endpoint of a declared operation, once, when its module is loaded. Scope, body, query and conditional
 * responses follow from the declaration.
 */
export function implement<Ports extends RequestPorts, O extends Declared>(
  operation: O,
  handle: Handle<Ports, O>,
): Implemented<Ports, ParamsOf<O["path"]>> {
  // The types of the call and the answer are conditional on the same properties that `endpointOf` reads.
  const untyped = handle as unknown as (call: object) => Promise<ApiAnswer>;
  return { operation, endpoint: endpointOf(operation, untyped) };
}

function endpointOf<Ports extends RequestPorts, Params>(
  { access, query, body, headers = [] }: Declared,
  handle: (call: object) => Promise<ApiAnswer>,
): Endpoint<Ports, Params> {
  if (access === "public") {
    return ({ ports, publicUrl }, _incoming, params) => handle({ ports, publicUrl, params });
  }
  const answered = endpoint<Ports, Params, unknown>({
    scope: access === "move-table" ? null : access,
    ...(body && { body: body.schema, isBodyOptional: body.isOptional ?? false }),
    handle: query ? (call) => handle({ ...call, query: readQuery(call.query, query) }) : handle,
  });
  return headers.includes("If-None-Match") ? conditional(answered) : answered;
}
