import type { Administrator } from "@/lib/auth/authenticate-administrator";
import type { Actor } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import {
  type ApiCall,
  type ApiContext,
  type Declaration,
  type Endpoint,
  handleWithBody,
  type Incoming,
  type RequestPorts,
} from "./endpoint";
import { requestedUrl } from "./requested-url";

/** A call of a signed-in administrator's browser, as its handler sees it. */
export interface AdminCall<Ports, Params> extends ApiCall<Ports, Params> {
  readonly actor: Extract<Actor, { kind: "administrator" }>;
  readonly administrator: Administrator;
}

/** What is declared of an endpoint that administrators may call. */
export type AdminDeclaration<Ports, Params, Body> = Declaration<AdminCall<Ports, Params>, Body>;

/** An endpoint of the cockpit: authenticates the session, refuses other sites, reads the body, calls. */
export function adminEndpoint<Ports extends RequestPorts, Params, Body = undefined>(
  declared: AdminDeclaration<Ports, Params, Body>,
): Endpoint<Ports, Params> {
  return async (context, incoming, params) => {
    const call = await authorise(context, incoming, params);
    return handleWithBody(declared, call, incoming.request);
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
  const query = requestedUrl(request).searchParams;
  return { ports, publicUrl, actor, administrator, params, query, headers: request.headers };
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
    "The request came from a page of another site. Open the cockpit and make the change there.",
  );
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);
