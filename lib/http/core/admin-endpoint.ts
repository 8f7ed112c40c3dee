import type { z } from "zod";
import type { Administrator } from "@/lib/auth/authenticate-administrator";
import type { Actor } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiAnswer, ApiCall, ApiContext, Endpoint, Incoming, RequestPorts } from "./endpoint";
import { readJsonBody } from "./read-json-body";

/** A call of a signed-in administrator's browser, as its handler sees it. */
export interface AdminCall<Ports, Params> extends ApiCall<Ports, Params> {
  readonly actor: Extract<Actor, { kind: "administrator" }>;
  readonly administrator: Administrator;
  /** Who calls, as the throttle counts: `ClientAddress.key`. */
  readonly address: string;
}

/** What is declared of an endpoint that administrators may call. */
export interface AdminDeclaration<Call> {
  readonly handle: (call: Call) => Promise<ApiAnswer>;
}

/** An endpoint of the cockpit without a body: authenticates the session, refuses other sites, calls. */
export function adminEndpoint<Ports extends RequestPorts, Params>(
  declared: AdminDeclaration<AdminCall<Ports, Params>>,
): Endpoint<Ports, Params> {
  return async (context, incoming, params) =>
    declared.handle(await authorise(context, incoming, params));
}

/** An endpoint of the cockpit with a JSON body. */
export function adminEndpointWithBody<Ports extends RequestPorts, Params, Body>(
  declared: AdminDeclaration<AdminCall<Ports, Params> & { readonly body: Body }> & {
    readonly body: z.ZodType<Body>;
  },
): Endpoint<Ports, Params> {
  return async (context, incoming, params) => {
    const call = await authorise(context, incoming, params);
    const body = await readJsonBody(incoming.request, declared.body);
    return declared.handle({ ...call, body });
  };
}

async function authorise<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  { request, requestId }: Incoming,
  params: Params,
): Promise<AdminCall<Ports, Params>> {
  const { ports, publicUrl } = context;
  assertSameSite(request);
  const administrator = await context.authenticateAdministrator(request.headers);
  const actor = { kind: "administrator", id: administrator.id, requestId } as const;
  const query = new URL(request.url).searchParams;
  const { headers } = request;
  const address = context.clientAddress(headers).key;
  return { ports, publicUrl, actor, administrator, address, params, query, headers };
}

const READING = ["GET", "HEAD"];

/**
 * Refuses a change that another site's page asks for. Browsers say so themselves; one that says nothing is refused by the
 * cookie, which it does not send with other sites' requests.
 * @throws DomainError `cross-site-request`
 */
export function assertSameSite({ method, headers }: Request): void {
  if (READING.includes(method)) return;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOwn =
    site === null
      ? origin === null || hostOf(origin) === headers.get("host")
      : site === "same-origin";
  if (isOwn) return;
  throw new DomainError(
    "cross-site-request",
    "This change was asked for by a page of another site. Open the cockpit itself and repeat it there.",
  );
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);
