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

/** What every call needs of the ports; its handler names what it needs besides. */
export interface RequestPorts {
  readonly ids: Ids;
}

/** What every call of the API needs; made by the composition root. */
export interface ApiContext<Ports extends RequestPorts = RequestPorts> {
  readonly ports: Ports;
  readonly authenticate: AuthenticateApiKey;
  readonly authenticateUser: AuthenticateUser;
  /** The one way to know who called: how many proxies are trusted is settled. */
  readonly clientAddress: (headers: RequestHeaders) => ClientAddress;
  readonly rateLimits: RateLimits;
  readonly logger: Logger;
  readonly publicUrl: string;
}

/** One request: what it says, and the id under which its answer and the log name it. */
export interface Incoming<Asked extends ApiRequest = Request> {
  readonly request: Asked;
  readonly requestId: string;
  /** Where its client stands by each limit that has counted it so far; every answer says so. */
  readonly rateLimitStatuses: RateLimitStatus[];
}

/** What a handler answers; a body is sent as JSON, a stream and texts as they are and as they come. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly stream?: ReadableStream<Uint8Array>;
  /** An error in the middle of them is logged and breaks the answer off: its status is sent already. */
  readonly texts?: AsyncGenerator<string>;
  readonly headers?: Record<string, string>;
  /** `Set-Cookie` headers, the only ones of which an answer may have several. */
  readonly cookies?: readonly string[];
  /** What went wrong although the call did what it should: its line of the log warns of it. */
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

/** One method of one path; `Asked` is as much of a request as it needs. */
export type Endpoint<Ports extends RequestPorts, Params, Asked extends ApiRequest = Request> = (
  context: ApiContext<Ports>,
  incoming: Incoming<Asked>,
  params: Params,
) => Promise<ApiAnswer>;

/** What is declared of an endpoint: the schema of its JSON body, if it takes one, and what it does. */
export interface Declaration<Call, Body> {
  readonly body?: z.ZodType<Body>;
  /** A request without a body is taken for `{}`. */
  readonly isBodyOptional?: boolean;
  readonly handle: (call: Call & { readonly body: Body }) => Promise<ApiAnswer>;
}

/** What is declared of an endpoint that API keys may call. */
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

/** Notes where the client stands, for every answer; then refuses the call that was one too many. @throws DomainError `rate-limited` */
export function countCall(statuses: RateLimitStatus[], status: RateLimitStatus | null): void {
  if (status) statuses.push(status);
  assertWithinLimit(status);
}
