import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Logger } from "pino";
import { ownPath, SESSION_SECONDS } from "@/lib/accounts/rules/session";
import { OIDC, type OidcClaims, type OidcSettings, oidcProvider } from "./oidc-provider";
import {
  cookieNames,
  readClaims,
  type SessionClaims,
  type SessionSettings,
} from "./session-settings";
import type { SignInResult } from "./try-sign-in";

declare module "next-auth" {
  interface User {
    sessionId: string;
  }
}

/** The parts that next-auth needs for one request. */
export interface AuthRequest {
  readonly session: SessionSettings;
  readonly logger: Logger;
  /** The origin under which browsers reach us; requests are never redirected to a different origin. */
  readonly origin: string;
  /** Called at most once, after next-auth has checked its CSRF token. */
  readonly trySignIn: (credentials: {
    email: string;
    password: string;
    code: string;
  }) => Promise<SignInResult>;
  /** null if single sign-on is off. */
  readonly oidc: {
    readonly settings: OidcSettings;
    /**
     * Called at most once with the provider's claims. Returns the session or, if none was started, the path to redirect
     * to.
     */
    readonly onVouched: (claims: OidcClaims) => Promise<ProviderSession>;
  } | null;
  /** Called at most once, when a user whose cookie contains a session signs out. */
  readonly onSignOut: (claims: SessionClaims) => void;
}

/** The session that a provider's sign-in has started, or the page that explains why there is none. */
export type ProviderSession =
  | { readonly userId: string; readonly sessionId: string }
  | { readonly refusedAt: string };

/**
 * Creates next-auth's options for one request. A rejected sign-in has the error code `sign-in-refused`; after a correct
 * password, `code-needed` or `code-refused`.
 */
export function createAuthOptions(request: AuthRequest): AuthOptions {
  const { session, logger, oidc, origin } = request;
  const vouched: ProviderSession[] = [];
  const names = cookieNames(session);
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: session.isSecure } as const;
  return {
    secret: session.secret,
    useSecureCookies: session.isSecure,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    // Only the browser enforces the cookie's own expiry; without this setting, the token in the cookie would be valid for
    // thirty days.
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
      // The token contains no name or email; they stay in the database.
      jwt: ({ token, user, account }) => {
        const [started] = vouched;
        if (account?.provider === OIDC) {
          // If no session was started, the token gets no claims, so that nobody is signed in.
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
      // The request is not logged, because next-auth keeps one logger for all. Metadata of an error code may contain user
      // input.
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
    authorize: async (credentials) => {
      const { email = "", password = "", code = "" } = credentials ?? {};
      const outcome = await trySignIn({ email, password, code });
      if (outcome.kind === "signed-in") return { ...outcome.user, sessionId: outcome.sessionId };
      // Next-auth passes the message of an error to the caller as ?error=.
      const isAboutCode = outcome.kind === "code-needed" || outcome.kind === "code-refused";
      throw new Error(isAboutCode ? outcome.kind : "sign-in-refused");
    },
  });
}
