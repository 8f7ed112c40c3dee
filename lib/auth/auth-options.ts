import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Logger } from "pino";
import { ownPath } from "@/lib/accounts/rules/own-path";
import { SESSION_SECONDS } from "@/lib/accounts/rules/session";
import { OIDC, type OidcClaims, type OidcSettings, oidcProvider } from "./oidc-provider";
import { readClaims, type SessionClaims } from "./session-claims";
import { cookieNames, type SessionSettings } from "./session-settings";
import type { SignInResult } from "./try-sign-in";

declare module "next-auth" {
  interface User {
    sessionId: string;
  }
}

/** What next-auth needs for one request. */
export interface AuthRequest {
  readonly session: SessionSettings;
  readonly logger: Logger;
  /** Under which the browser knows us; nobody is sent anywhere else. */
  readonly origin: string;
  /** Called once at most, after next-auth has checked its token against forged requests. */
  readonly trySignIn: (given: {
    email: string;
    password: string;
    code: string;
  }) => Promise<SignInResult>;
  /** null: single sign-on is off. */
  readonly oidc: {
    readonly settings: OidcSettings;
    /** Called once at most, with what the provider vouches for. Answers the session, or the path to go to without one. */
    readonly onVouched: (claims: OidcClaims) => Promise<ProviderSession>;
  } | null;
  /** Called once at most, when somebody signs out whose cookie names a session. */
  readonly onSignOut: (claims: SessionClaims) => void;
}

/** The session that a provider's sign-in has started, or where somebody learns why there is none. */
export type ProviderSession =
  | { readonly userId: string; readonly sessionId: string }
  | { readonly refusedAt: string };

/** What next-auth does for one request. A try that is refused is answered by the code `sign-in-refused`; after a right password `code-needed` or `code-refused`. */
export function createAuthOptions(request: AuthRequest): AuthOptions {
  const { session, logger, oidc, origin } = request;
  const vouched: ProviderSession[] = [];
  const names = cookieNames(session);
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: session.isSecure } as const;
  return {
    secret: session.secret,
    useSecureCookies: session.isSecure,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    // The cookie's own end is the browser's word alone: what is sealed in it would be valid for thirty days.
    jwt: { maxAge: SESSION_SECONDS },
    cookies: {
      sessionToken: { name: names.session, options },
      csrfToken: { name: names.csrf, options },
      state: { name: names.state, options },
      nonce: { name: names.nonce, options },
      pkceCodeVerifier: { name: names.pkce, options },
    },
    pages: { signIn: "/login", error: "/login" },
    providers: [credentials(request), ...(oidc ? [oidcProvider(oidc.settings, origin)] : [])],
    callbacks: {
      // Names and emails stay in the database.
      jwt: ({ token, user, account }) => {
        const [started] = vouched;
        if (account?.provider === OIDC) {
          // Without one nobody is signed in: a token without claims is not a session.
          return started && "userId" in started
            ? { sub: started.userId, sid: started.sessionId }
            : {};
        }
        return user ? { sub: user.id, sid: user.sessionId } : token;
      },
      signIn: async ({ account, profile }) => {
        if (account?.provider !== OIDC) return true;
        if (!oidc || typeof profile?.sub !== "string") return false;
        const outcome = await oidc.onVouched({ ...profile, sub: profile.sub });
        vouched.push(outcome);
        return "userId" in outcome ? true : `${origin}${outcome.refusedAt}`;
      },
      redirect: ({ url }) => `${request.origin}${ownPath(url, request.origin) ?? "/"}`,
    },
    events: {
      signOut: ({ token }) => {
        const claims = readClaims(token);
        if (claims) request.onSignOut(claims);
      },
    },
    logger: {
      // Without the request, for next-auth keeps one logger for all; and what comes with a code may hold what somebody typed.
      error: (code) => logger.warn({ reason: code }, "next-auth reported an error"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

function credentials({ trySignIn }: AuthRequest) {
  const fields = { email: { type: "email" }, password: { type: "password" }, code: {} };
  return CredentialsProvider({
    credentials: fields,
    authorize: async (given) => {
      const { email = "", password = "", code = "" } = given ?? {};
      const outcome = await trySignIn({ email, password, code });
      if (outcome.kind === "signed-in") return { ...outcome.user, sessionId: outcome.sessionId };
      // Next-auth hands the message of an error to the caller, as ?error=.
      const isAboutCode = outcome.kind === "code-needed" || outcome.kind === "code-refused";
      throw new Error(isAboutCode ? outcome.kind : "sign-in-refused");
    },
  });
}
