import { normaliseEmail } from "@/lib/accounts/rules/email";
import { ownPath } from "@/lib/accounts/rules/session";
import { createAuthOptions, type ProviderSession } from "@/lib/auth/auth-options";
import { KNOWN_BROWSER_SECONDS, rememberBrowser } from "@/lib/auth/known-browser";
import {
  cookieNames,
  readCookies,
  type SessionClaims,
  type SessionSettings,
} from "@/lib/auth/session-settings";
import {
  type ProviderSignInContext,
  type SingleSignOn,
  tryProviderSignIn,
} from "@/lib/auth/try-provider-sign-in";
import { type SignInContext, type SignInResult, trySignIn } from "@/lib/auth/try-sign-in";
import type { Randomness, Timers } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiAnswer, Endpoint, RequestPorts } from "../core/endpoint";
import type { ApiRequest, RequestHeaders } from "../core/requests/api-request";
import { readBytes } from "../core/requests/read-bytes";
import { assertSameSite } from "../core/user-endpoint";
import { askNextAuth, type NextAuthAnswer } from "./ask-next-auth";

const PREFIX = "/api/auth/";

/**
 * The next-auth actions that we serve. Its session endpoint is not one of them, because reading a session would extend
 * it. Its pages are not either, because we have our own.
 */
const ACTIONS: Record<"GET" | "POST", readonly string[]> = {
  GET: ["csrf", "providers", "signin", "error"],
  POST: ["callback/credentials", "signout"],
};

/** The actions that are served as well if single sign-on is configured. */
const PROVIDER_ACTIONS: typeof ACTIONS = { GET: ["callback/oidc"], POST: ["signin/oidc"] };

type AuthPorts = RequestPorts &
  SignInContext["ports"] &
  ProviderSignInContext["ports"] & {
    readonly randomness: Randomness;
    /** The settings for single sign-on; null if it is not configured. */
    readonly singleSignOn: SingleSignOn | null;
  };

/**
 * Serves only the listed next-auth actions. Our origin is `PUBLIC_URL`, whatever the request's Host header says, and no
 * redirect leads to a different one. A throttled or failed sign-in returns a problem, whereas next-auth would return 401.
 */
export function authEndpoint(
  method: "GET" | "POST",
  getSession: () => SessionSettings,
): Endpoint<AuthPorts, Record<never, string>> {
  return async (context, { request, requestId }) => {
    const { ports, logger, publicUrl: origin, timers, clientAddress } = context;
    assertSameSite(request, origin);
    const session = getSession();
    const url = new URL(request.url);
    const action = url.pathname.slice(PREFIX.length);
    const { singleSignOn } = ports;
    const isProviders = singleSignOn !== null && PROVIDER_ACTIONS[method].includes(action);
    assertServed(isProviders || ACTIONS[method].includes(action), url.pathname);
    const form = method === "POST" ? withOwnCallback(await readForm(request, timers), origin) : {};
    const browserCookie = readCookies(request.headers).get(cookieNames(session).browser);
    const tries: Promise<SignInResult>[] = [];
    const signedOut: SessionClaims[] = [];
    const vouched: Promise<ProviderSession>[] = [];
    const options = createAuthOptions({
      session,
      logger,
      origin,
      trySignIn: (credentials) => {
        const userAgent = request.headers.get("user-agent");
        const attempt = { ...credentials, requestId, browserCookie, userAgent };
        const address = clientAddress(request.headers);
        const outcome = trySignIn({ ports, session, logger }, { ...attempt, address });
        tries.push(outcome);
        return outcome;
      },
      onSignOut: (claims) => signedOut.push(claims),
      oidc: singleSignOn && {
        settings: singleSignOn,
        onVouched: (claims) => {
          const attempt = { requestId, claims, userAgent: request.headers.get("user-agent") };
          const address = clientAddress(request.headers);
          const outcome = tryProviderSignIn(
            { ports, singleSignOn, logger },
            { ...attempt, address },
          );
          vouched.push(outcome);
          return outcome;
        },
      },
    });
    const answer = await askNextAuth(options, {
      method,
      action,
      form,
      query: queryOf({ action, url, origin, wanted: wantedOf(request.headers, session) }),
      cookies: ownCookies(request.headers, session),
    });
    // The sessions end before the cookie is removed. If ending them fails, the user keeps the cookie and sees the
    // failure.
    for (const claims of signedOut) await signOut(ports, claims);
    if (isProviders) {
      await vouched[0];
      return toProviderAnswer(answer, { action, origin, session, wanted: form.callbackUrl });
    }
    // next-auth turns a failed attempt into a redirect; we return the failure itself.
    const outcome = await tries[0];
    if (outcome?.kind === "throttled") throw tooManyTries(outcome.retryAfterSeconds);
    const answered = toAnswer(answer, origin, session);
    if (outcome?.kind !== "signed-in") return answered;
    const known = browserCookieOf(ports, session, { browserCookie, email: outcome.user.email });
    return { ...answered, cookies: [...(answered.cookies ?? []), known] };
  };
}

async function signOut({ sessions, clock }: AuthPorts, { sub, sid }: SessionClaims): Promise<void> {
  await sessions.end(sub, { only: sid }, { at: clock.now(), because: "signed-out", note: null });
}

const tooManyTries = (retryAfterSeconds: number) =>
  new DomainError(
    "rate-limited",
    `Too many attempts to sign in. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );

/**
 * Returns the cookie of a known browser. It is sent only to us and only from our own pages, and scripts cannot read it.
 */
function browserCookieOf(
  ports: AuthPorts,
  session: SessionSettings,
  { browserCookie, email }: { readonly browserCookie: string | undefined; readonly email: string },
): string {
  const entry = { cookie: browserCookie, email: normaliseEmail(email) };
  const value = rememberBrowser(ports, session, entry);
  return [
    `${cookieNames(session).browser}=${value}`,
    "Path=/",
    `Max-Age=${KNOWN_BROWSER_SECONDS}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(session.isSecure ? ["Secure"] : []),
  ].join("; ");
}

function assertServed(isServed: boolean, path: string): void {
  if (isServed) return;
  throw new DomainError("not-found", `Nothing exists at ${path} for this method.`);
}

async function readForm(request: ApiRequest, timers: Timers): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) {
    throw new DomainError(
      "unsupported-media-type",
      "Send the body as `Content-Type: application/x-www-form-urlencoded`.",
    );
  }
  const bytes = await readBytes(request, timers);
  return Object.fromEntries(new URLSearchParams(bytes.toString("utf8")));
}

/** Always sets the callback URL, because otherwise next-auth would take the origin from its own settings. */
function withOwnCallback(values: Record<string, string>, origin: string): Record<string, string> {
  const path = ownPath(values.callbackUrl ?? "", origin) ?? "/";
  return { ...values, callbackUrl: `${origin}${path}` };
}

/** Drops the query of a sign-in request, because next-auth would add it to the request to the provider. */
function queryOf({
  action,
  url,
  origin,
  wanted,
}: {
  readonly action: string;
  readonly url: URL;
  readonly origin: string;
  readonly wanted: string | undefined;
}): Record<string, string> {
  if (action === "signin/oidc") return {};
  const parameters = Object.fromEntries(url.searchParams);
  return withOwnCallback(
    action === "callback/oidc" ? { ...parameters, callbackUrl: wanted ?? "/" } : parameters,
    origin,
  );
}

const wantedOf = (headers: RequestHeaders, session: SessionSettings) =>
  readCookies(headers).get(cookieNames(session).wanted);

function ownCookies(headers: RequestHeaders, session: SessionSettings): Record<string, string> {
  return Object.fromEntries(
    [...readCookies(headers)].filter(([name]) => isOwnCookie(name, session)),
  );
}

/** Converts a response from next-auth, keeping only our own cookies and locations. */
function toAnswer(answer: NextAuthAnswer, origin: string, session: SessionSettings): ApiAnswer {
  const { status, body } = answer;
  const cookies = answer.cookies.filter((cookie) =>
    isOwnCookie(cookie.split("=")[0] ?? "", session),
  );
  const location = answer.location === null ? {} : { location: onOrigin(answer.location, origin) };
  const url = urlOf(body);
  if (url === null) {
    return { status, headers: location, cookies, ...(body === null ? {} : { body }) };
  }
  // If a browser rejected our cookies, next-auth still responds as if the sign-in had succeeded.
  if (new URL(url, origin).searchParams.has("csrf")) {
    return { status: 403, cookies, body: { url: `${origin}/login?error=cookies-needed` } };
  }
  return { status, cookies, body: { url: onOrigin(url, origin) } };
}

const urlOf = (body: unknown) =>
  typeof body === "object" && body && "url" in body && typeof body.url === "string"
    ? body.url
    : null;

/** The lifetime of next-auth's own cookies, which are needed until the provider redirects back. */
const WANTED_SECONDS = 900;

/** The page shown if the provider cannot be reached or its response cannot be trusted. */
const UNREACHABLE = "/login?error=single-sign-on-unreachable";
const FAILED = "/login?error=single-sign-on-failed";

/** The data for one step of single sign-on. */
interface ProviderStep {
  readonly action: string;
  readonly origin: string;
  readonly session: SessionSettings;
  /** The page that the user requested, on our origin; undefined when the user comes back from the provider. */
  readonly wanted: string | undefined;
}

/**
 * Returns the response to a step of single sign-on. The first step redirects to the provider, which is the only redirect
 * to another origin. The second step redirects to one of our pages. Every failure redirects to the sign-in page, which
 * explains what to do.
 */
function toProviderAnswer(answer: NextAuthAnswer, step: ProviderStep): ApiAnswer {
  const { origin, session } = step;
  const passed = answer.cookies.filter((cookie) =>
    isOwnCookie(cookie.split("=")[0] ?? "", session),
  );
  if (step.action === "signin/oidc") {
    const address = addressOf(answer);
    // A URL without a state is one of our own pages. next-auth redirects there after an error, or if the csrf cookie is
    // missing.
    if (!address?.searchParams.has("state")) {
      return { status: 200, cookies: passed, body: { url: `${origin}${UNREACHABLE}` } };
    }
    const cookies = [...passed, wantedCookie(step)];
    return { status: 200, cookies, body: { url: address.href } };
  }
  const { pathname } = new URL(answer.location ?? "/", origin);
  const isFailure = answer.location === null || pathname.startsWith("/api/auth/");
  const location = isFailure ? `${origin}${FAILED}` : onOrigin(answer.location ?? "/", origin);
  return { status: 302, headers: { location }, cookies: [...passed, wantedCookie(step)] };
}

function addressOf({ location, body }: NextAuthAnswer): URL | null {
  const url = typeof body === "object" && body && "url" in body ? body.url : location;
  return typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
}

/**
 * Returns the cookie with the requested page. Browsers must send it when the provider redirects back, which is a
 * cross-site request. The cookie is removed afterwards.
 */
function wantedCookie({ session, wanted }: ProviderStep): string {
  return [
    `${cookieNames(session).wanted}=${encodeURIComponent(wanted ?? "")}`,
    "Path=/",
    `Max-Age=${wanted ? WANTED_SECONDS : 0}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(session.isSecure ? ["Secure"] : []),
  ].join("; ");
}

/**
 * Returns whether a cookie of next-auth is passed on, both in requests and in responses. The cookie with the last
 * callback URL is not passed on, because a bad value would make next-auth reject every request.
 */
function isOwnCookie(name: string, settings: SessionSettings): boolean {
  const { session, csrf, state, nonce, pkce } = cookieNames(settings);
  const isWhole = [session, csrf, state, nonce, pkce].includes(name);
  return isWhole || name.startsWith(`${session}.`);
}

/** Moves a URL to our origin: only its path and query are used, and the origin that next-auth set is ignored. */
function onOrigin(url: string, origin: string): string {
  const { pathname, search, hash } = new URL(url, origin);
  return `${origin}${pathname}${search}${hash}`;
}
