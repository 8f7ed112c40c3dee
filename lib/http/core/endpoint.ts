import type { Logger } from "pino";
import type { z } from "zod";
import type { AuthenticateApiKey } from "@/lib/auth/authenticate-api-key";
import type { AuthenticateUser } from "@/lib/auth/authenticate-user";
import type { Ids } from "@/lib/kernel/ports/system";
import type { Actor } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Scope } from "@/lib/kernel/rules/scopes";
import type { ApiRequest, RequestHeaders } from "./api-request";
import { authorAddress, type ClientAddress } from "./client-address";
import { assertWithinLimit, type RateLimitStatus, type RateLimits } from "./rate-limits";
import { readJsonBody, readOptionalJsonBody } from "./read-json-body";
import { requestedUrl } from "./requested-url";

/** The ports that every call needs; its handler names additional ones. */
export interface RequestPorts {
  readonly ids: Ids;
}

/** What every API call needs; created by the composition root. */
export interface ApiContext<Ports extends RequestPorts = RequestPorts> {
  readonly ports: Ports;
  readonly authenticate: AuthenticateApiKey;
  readonly authenticateUser: AuthenticateUser;
  /** Determines who called; the number of trusted proxies is already applied. */
  readonly clientAddress: (headers: RequestHeaders) => ClientAddress;
  readonly rateLimits: RateLimits;
  readonly logger: Logger;
  readonly publicUrl: string;
}

/** One request and its id, which the response and the log contain. */
export interface Incoming<Asked extends ApiRequest = Request> {
  readonly request: Asked;
  readonly requestId: string;
  /** The state of each rate limit that has counted this call; every response reports it. */
  readonly rateLimitStatuses: RateLimitStatus[];
}

/** The result of a handler; a body is sent as JSON, streams and texts unchanged as they come. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly stream?: ReadableStream<Uint8Array>;
  /** An error while sending them is logged and breaks off the response, whose status has already been sent. */
  readonly texts?: AsyncGenerator<string>;
  readonly headers?: Record<string, string>;
  /** `Set-Cookie` headers, the only header that a response may repeat. */
  readonly cookies?: readonly string[];
  /** A problem although the call succeeded: its log line becomes a warning. */
  readonly warning?: unknown;
}

/** An authenticated call as its handler sees it. */
export interface ApiCall<Ports, Params> {
  readonly ports: Ports;
  readonly publicUrl: string;
  readonly actor: Actor;
  readonly params: Params;
  /** The query of the URL, not checked yet: see `readQuery`. */
  readonly query: URLSearchParams;
  /** The headers of the request, not checked yet. */
  readonly headers: RequestHeaders;
}

/** One method of one path; `Asked` is the part of a request that it needs. */
export type Endpoint<Ports extends RequestPorts, Params, Asked extends ApiRequest = Request> = (
  context: ApiContext<Ports>,
  incoming: Incoming<Asked>,
  params: Params,
) => Promise<ApiAnswer>;

/** The declaration of an endpoint: the schema of its JSON body, if it takes one, and its handler. */
export interface Declaration<Call, Body> {
  readonly body?: z.ZodType<Body>;
  /** A request without a body counts as `{}`. */
  readonly isBodyOptional?: boolean;
  readonly handle: (call: Call & { readonly body: Body }) => Promise<ApiAnswer>;
}

/** The declaration of an endpoint for API keys. */
export interface EndpointDeclaration<Ports, Params, Body>
  extends Declaration<ApiCall<Ports, Params>, Body> {
  /** null: the move table decides what this key may do. */
  readonly scope: Scope | null;
}

/** An endpoint for API keys: authenticates, checks the scope, reads the body, calls. */
export function endpoint<Ports extends RequestPorts, Params, Body = undefined>(
  declared: EndpointDeclaration<Ports, Params, Body>,
): Endpoint<Ports, Params, ApiRequest> {
  return async (context, incoming, params) => {
    const call = await authorise(context, incoming, params, declared.scope);
    return handleWithBody(declared, call, incoming.request);
  };
}

/** Reads the declared body of an authorised call and handles both. */
export async function handleWithBody<Call, Body>(
  { body, isBodyOptional, handle }: Declaration<Call, Body>,
  call: Call,
  request: ApiRequest,
): Promise<ApiAnswer> {
  const read = isBodyOptional ? readOptionalJsonBody : readJsonBody;
  // Without a schema, Body is undefined.
  return handle({ ...call, body: (body && (await read(request, body))) as Body });
}

async function authorise<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  { request, requestId, rateLimitStatuses }: Incoming<ApiRequest>,
  params: Params,
  scope: Scope | null,
): Promise<ApiCall<Ports, Params>> {
  const { ports, publicUrl } = context;
  const client = context.clientAddress(request.headers);
  const key = await context.authenticate(request.headers.get("authorization"), client.text);
  const actor = { ...key, requestId, ...authorAddress(client) };
  countCall(rateLimitStatuses, context.rateLimits.countKey(actor.id));
  if (scope && !actor.scopes.includes(scope)) {
    throw new DomainError(
      "missing-scope",
      `This call needs a key with the scope ${scope}. Your key has ${actor.scopes.join(", ") || "none"}.`,
    );
  }
  const query = requestedUrl(request).searchParams;
  return { ports, publicUrl, actor, params, query, headers: request.headers };
}

/**
 * Records the state of the limit for the response, then rejects the call if it exceeds the limit. @throws DomainError `rate-limited`
 */
export function countCall(statuses: RateLimitStatus[], status: RateLimitStatus | null): void {
  if (status) statuses.push(status);
  assertWithinLimit(status);
}
