import { ownPath } from "@/lib/accounts/rules/own-path";
import { type AuthContext, createAuthOptions } from "@/lib/auth/auth-options";
import { readCookies } from "@/lib/auth/cookies";
import { cookieNames, type SessionSettings } from "@/lib/auth/session-settings";
import { DomainError } from "@/lib/kernel/rules/errors";
import { assertSameSite } from "../core/admin-endpoint";
import type { ApiAnswer, Endpoint, RequestPorts } from "../core/endpoint";
import { readBytes } from "../core/read-json-body";
import { askNextAuth, type NextAuthAnswer } from "./ask-next-auth";

const PREFIX = "/api/auth/";

/** All that is served of next-auth. Its session would be prolonged by being read, its pages are not ours. */
const ACTIONS: Record<"GET" | "POST", readonly string[]> = {
  GET: ["csrf", "providers", "signin", "error"],
  POST: ["callback/credentials", "signout"],
};

/**
 * next-auth, path by path. It learns our origin from the request and never from its own settings, so that one Stagedoor can be
 * opened under several names; and it sends nobody to another origin.
 */
export function authEndpoint(
  method: "GET" | "POST",
  getSession: () => SessionSettings,
): Endpoint<RequestPorts & AuthContext["ports"], Record<never, string>> {
  return async ({ ports, logger, publicUrl, clientAddress }, { request, requestId }) => {
    assertSameSite(request);
    const session = getSession();
    const url = new URL(request.url);
    const action = url.pathname.slice(PREFIX.length);
    if (!ACTIONS[method].includes(action)) throw nothingAt(url.pathname);
    const origin = originOf(request.headers, publicUrl, session);
    const form = method === "POST" ? withOwnCallback(await readForm(request), origin) : {};
    const address = clientAddress(request.headers);
    const context: AuthContext = { ports, logger, session };
    const answer = await askNextAuth(createAuthOptions(context, { requestId, address, origin }), {
      ...{ method, action, form },
      query: withOwnCallback(Object.fromEntries(url.searchParams), origin),
      cookies: ownCookies(request.headers, session),
    });
    return toAnswer(answer, origin, session);
  };
}

const nothingAt = (path: string) =>
  new DomainError("not-found", `Nothing exists at ${path} for this method.`);

async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) {
    throw new DomainError(
      "unsupported-media-type",
      "Send the body as `Content-Type: application/x-www-form-urlencoded`.",
    );
  }
  return Object.fromEntries(new URLSearchParams((await readBytes(request)).toString("utf8")));
}

/** Behind https a proxy stands before us, which may call us by another name. */
function originOf(headers: Headers, publicUrl: string, { isSecure }: SessionSettings): string {
  const origin = `http://${headers.get("host")}`;
  return isSecure || !headers.has("host") || !URL.canParse(origin)
    ? publicUrl
    : new URL(origin).origin;
}

/** Always one, for without any next-auth takes the origin of its own settings. */
function withOwnCallback(values: Record<string, string>, origin: string): Record<string, string> {
  const path = ownPath(values.callbackUrl ?? "", origin) ?? "/";
  return { ...values, callbackUrl: `${origin}${path}` };
}

function ownCookies(headers: Headers, session: SessionSettings): Record<string, string> {
  return Object.fromEntries([...readCookies(headers)].filter(([name]) => isOwn(name, session)));
}

/** Its cookie with the last callback URL is left out both ways: an odd one would make it refuse everything. */
function isOwn(name: string, settings: SessionSettings): boolean {
  const { session, csrf } = cookieNames(settings);
  return name === csrf || name === session || name.startsWith(`${session}.`);
}

function toAnswer(answer: NextAuthAnswer, origin: string, session: SessionSettings): ApiAnswer {
  const { status, body } = answer;
  const cookies = answer.cookies.filter((cookie) => isOwn(cookie.split("=")[0] ?? "", session));
  const location = answer.location === null ? {} : { location: onOrigin(answer.location, origin) };
  const url = urlOf(body);
  if (url === null) {
    return { status, headers: location, cookies, ...(body === null ? {} : { body }) };
  }
  // To a browser that refuses our cookies next-auth answers as if all were well.
  if (new URL(url, origin).searchParams.has("csrf")) {
    return { status: 403, cookies, body: { url: `${origin}/login?error=cookies-needed` } };
  }
  return { status, cookies, body: { url: onOrigin(url, origin) } };
}

const urlOf = (body: unknown) =>
  typeof body === "object" && body && "url" in body && typeof body.url === "string"
    ? body.url
    : null;

/** Whatever next-auth takes for our origin: only the path is its own. */
function onOrigin(url: string, origin: string): string {
  const { pathname, search, hash } = new URL(url, origin);
  return `${origin}${pathname}${search}${hash}`;
}
