import type { SignedInUser } from "@/lib/auth/authenticate-user";
import { includesRole, type Person, type Role } from "@/lib/kernel/rules/actor";
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
import { type ApiRequest, requestedUrl } from "./requests/api-request";
import { authorAddress } from "./requests/client-address";

/** A call from a signed-in user's browser, as its handler receives it. */
export interface UserCall<Ports, Params> extends ApiCall<Ports, Params> {
  readonly actor: Person;
  readonly user: SignedInUser;
}

/** The declaration of an endpoint for signed-in users. */
export interface UserDeclaration<Ports, Params, Body>
  extends Declaration<UserCall<Ports, Params>, Body> {
  /** The lowest role whose users may call the endpoint. */
  readonly role: Role;
  /** Whether users may call the endpoint while they lack a required second factor. */
  readonly mayLackSecondFactor?: boolean;
}

/**
 * Creates a cockpit endpoint. It rejects requests from other sites, authenticates the session, checks the role, reads the
 * body and calls the handler. A user whose session or role ends while the body is being sent is rejected.
 */
export function userEndpoint<Ports extends RequestPorts, Params, Body = undefined>(
  declared: UserDeclaration<Ports, Params, Body>,
): Endpoint<Ports, Params> {
  return (context, incoming, params) =>
    handleWithBody(declared, { ...incoming, timers: context.timers }, () =>
      authorise(context, incoming, params, declared),
    );
}

async function authorise<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  { request, requestId }: Incoming,
  params: Params,
  {
    role,
    mayLackSecondFactor = false,
  }: Pick<UserDeclaration<Ports, Params, never>, "role" | "mayLackSecondFactor">,
): Promise<UserCall<Ports, Params>> {
  const { ports, publicUrl } = context;
  assertSameSite(request, publicUrl);
  const user = await context.authenticateUser(request.headers, { mayLackSecondFactor });
  assertRole(user, role);
  const address = authorAddress(context.clientAddress(request.headers));
  const actor = {
    kind: user.role,
    id: user.id,
    sessionId: user.sessionId,
    requestId,
    ...address,
  } as const;
  const query = requestedUrl(request).searchParams;
  return { ports, publicUrl, actor, user, params, query, headers: request.headers };
}

/** Checks the user's role. @throws DomainError `missing-role` if it is lower than the required role */
function assertRole({ role }: Pick<SignedInUser, "role">, needed: Role): void {
  if (includesRole(role, needed)) return;
  throw new DomainError(
    "missing-role",
    `This needs the role ${needed}. You are signed in as a ${role}.`,
  );
}

const READING = ["GET", "HEAD"];

/**
 * Rejects changes requested by pages of other sites. Browsers report the site of the page in a header. If a browser does
 * not, the cookie protects us, because it is not sent with cross-site requests.
 * @param publicUrl decides the scheme of our own origin; its host is the one that was requested
 * @throws DomainError `cross-site-request`
 */
export function assertSameSite(
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  publicUrl: string,
): void {
  if (READING.includes(method)) return;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const { protocol } = new URL(publicUrl);
  const isOwn =
    site === null
      ? origin === null || origin === `${protocol}//${headers.get("host")}`
      : site === "same-origin";
  if (isOwn) return;
  throw new DomainError(
    "cross-site-request",
    "The request came from a page of another site. Open the cockpit and make the change there.",
  );
}
