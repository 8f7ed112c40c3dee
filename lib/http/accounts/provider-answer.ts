import { cookieNames, type SessionSettings } from "@/lib/auth/session-settings";
import type { ApiAnswer } from "../core/endpoint";
import type { NextAuthAnswer } from "./ask-next-auth";
import { isOwnCookie, onOrigin } from "./own-parts";

/** The lifetime of next-auth's own cookies, which are needed until the provider redirects back. */
const WANTED_SECONDS = 900;

/** The page shown if the provider cannot be reached or its response cannot be trusted. */
const UNREACHABLE = "/login?error=single-sign-on-unreachable";
const FAILED = "/login?error=single-sign-on-failed";

/** The data for one step of single sign-on. */
export interface ProviderStep {
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
export function toProviderAnswer(answer: NextAuthAnswer, step: ProviderStep): ApiAnswer {
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
    ...["Path=/", `Max-Age=${wanted ? WANTED_SECONDS : 0}`, "HttpOnly", "SameSite=Lax"],
    ...(session.isSecure ? ["Secure"] : []),
  ].join("; ");
}
