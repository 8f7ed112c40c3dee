import type { Logger } from "pino";
import type { z } from "zod";
import type { AuthenticateApiKey } from "@/lib/auth/authenticate-api-key";
import type { AuthenticateUser } from "@/lib/auth/authenticate-user";
import type { Ids, Timers } from "@/lib/kernel/ports";
import type { Actor, Scope } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { assertWithinLimit, type RateLimitStatus, type RateLimits } from "./rate-limits";
import { type ApiRequest, type RequestHeaders, requestedUrl } from "./requests/api-request";
import { authorAddress, type ClientAddress } from "./requests/client-address";
import { type FileBody, readFileBody } from "./requests/read-file-body";
import { parseJsonBody, receiveJson } from "./requests/read-json-body";

/** The ports that every call needs. A handler's type lists the other ports it needs. */
export interface RequestPorts {
  readonly ids: Ids;
}

/** The objects that every API call needs, created by the composition root. */
export interface ApiContext<Ports extends RequestPorts = RequestPorts> {
  readonly ports: Ports;
  readonly authenticate: AuthenticateApiKey;
  readonly authenticateUser: AuthenticateUser;
  /**
   * Determines the client's address. Other code must not determine it, because only this function uses the number of
   * trusted proxies.
   */
  readonly clientAddress: (headers: RequestHeaders) => ClientAddress;
  readonly rateLimits: RateLimits;
  /** Measures and limits the time in which a body arrives. */
  readonly timers: Timers;
  readonly logger: Logger;
  readonly publicUrl: string;
}

/** One request with its id, which appears in its response and its log lines. */
export interface Incoming {
  readonly request: ApiRequest;
  readonly requestId: string;
  /** The client's status for each limit that has counted the request so far. Every response reports it. */
  readonly rateLimitStatuses: RateLimitStatus[];
}

/** The response of a handler. A body is sent as JSON. Streams and texts are sent unchanged, piece by piece. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly stream?: ReadableStream<Uint8Array>;
  /**
   * An error that occurs while texts are being produced is logged and cuts off the response, because its status has
   * already been sent.
   */
  readonly texts?: AsyncGenerator<string>;
  readonly headers?: Record<string, string>;
  /** `Set-Cookie` headers. No other header can appear in a response more than once. */
  readonly cookies?: readonly string[];
  /** A failure that did not prevent the call from succeeding. Its log line has level warn. */
  readonly warning?: unknown;
}

/** An authenticated call as its handler receives it. */
export interface ApiCall<Ports, Params> {
  readonly ports: Ports;
  readonly publicUrl: string;
  readonly actor: Actor;
  readonly params: Params;
  /** The query of the URL. It is not validated yet; see `readQuery`. */
  readonly query: URLSearchParams;
  /** The headers of the request. They are not validated yet. */
  readonly headers: RequestHeaders;
}

/** Answers one method of one path. */
export type Endpoint<Ports extends RequestPorts, Params> = (
  context: ApiContext<Ports>,
  incoming: Incoming,
  params: Params,
) => Promise<ApiAnswer>;

/** The declaration of an endpoint: the schema of its JSON body, if it accepts one, and its handler. */
export interface Declaration<Call, Body> {
  readonly body?: z.ZodType<Body>;
  /** The file that the endpoint accepts instead of JSON. The handler receives it as `file`. */
  readonly file?: FileBody;
  /** Whether a request without a body is treated as `{}`. */
  readonly isBodyOptional?: boolean;
  readonly handle: (
    call: Call & { readonly body: Body; readonly file: Buffer },
  ) => Promise<ApiAnswer>;
}

/** The declaration of an endpoint that API keys may call. */
export interface EndpointDeclaration<Ports, Params, Body>
  extends Declaration<ApiCall<Ports, Params>, Body> {
  /** The required scope. If null, the table of moves determines what a key may do. */
  readonly scope: Scope | null;
}

/**
 * Creates an endpoint for API keys, which authenticates, checks the scope, reads the body and calls the handler. A key
 * that stops being valid while its body is being sent is rejected.
 */
export function endpoint<Ports extends RequestPorts, Params, Body = undefined>(
  declared: EndpointDeclaration<Ports, Params, Body>,
): Endpoint<Ports, Params> {
  return (context, incoming, params) =>
    handleWithBody(declared, { ...incoming, timers: context.timers }, (isRepeat) =>
      authorise(context, incoming, params, { scope: declared.scope, isRepeat }),
    );
}

const NO_FILE = Buffer.alloc(0);
/** A caller whose body takes longer is checked again, because they may have been revoked in the meantime. */
const CHECK_HOLDS_MS = 1_000;

/**
 * Authorises a call from its headers, receives the declared body, and calls the handler. If the body is complete more
 * than a second after the check began, the call is authorised again, before the body is parsed.
 * @param authorise `isRepeat` is true the second time: nothing is counted again and nothing cached is used
 */
export async function handleWithBody<Call, Body>(
  { body, file, isBodyOptional = false, handle }: Declaration<Call, Body>,
  { request, timers }: { readonly request: ApiRequest; readonly timers: Timers },
  authorise: (isRepeat: boolean) => Promise<Call>,
): Promise<ApiAnswer> {
  const startedMs = timers.nowMs();
  let call = await authorise(false);
  const json = body && (await receiveJson(request, timers, { isOptional: isBodyOptional }));
  const bytes = file && (await readFileBody(request, timers, file));
  const isLate = timers.nowMs() - startedMs > CHECK_HOLDS_MS;
  if (isLate && (json || bytes)) call = await authorise(true);
  return handle({
    ...call,
    // If there is no schema, Body is undefined.
    body: (body && json && parseJsonBody(json, body)) as Body,
    file: bytes ?? NO_FILE,
  });
}

async function authorise<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  { request, requestId, rateLimitStatuses }: Incoming,
  params: Params,
  { scope, isRepeat }: { readonly scope: Scope | null; readonly isRepeat: boolean },
): Promise<ApiCall<Ports, Params>> {
  const { ports, publicUrl } = context;
  const client = context.clientAddress(request.headers);
  const credentials = request.headers.get("authorization");
  const key = await context.authenticate(credentials, client.text, { mayBeCached: !isRepeat });
  const actor = { ...key, requestId, ...authorAddress(client) };
  if (!isRepeat) countCall(rateLimitStatuses, context.rateLimits.countKey(actor.id));
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
 * Records the client's status for the response, and then rejects the call if it exceeds the limit. @throws DomainError
 * `rate-limited`
 */
export function countCall(statuses: RateLimitStatus[], status: RateLimitStatus | null): void {
  if (status) statuses.push(status);
  assertWithinLimit(status);
}
