import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Logger } from "pino";
import type { PasswordHasher, SignInThrottle, UserRepository } from "@/lib/accounts/ports/users";
import { ownPath } from "@/lib/accounts/rules/own-path";
import { signIn } from "@/lib/accounts/use-cases/sign-in";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import { sessionClaims } from "./administrator-session";
import { cookieNames, SESSION_SECONDS, type SessionSettings } from "./session-settings";

declare module "next-auth" {
  interface User {
    sessionVersion: number;
  }
}

/** One request for next-auth. */
interface AuthRequest {
  readonly requestId: string;
  /** Where it comes from: as people read it, and as tries are counted. */
  readonly address: { readonly text: string; readonly key: string };
  /** Under which the browser knows us; nobody is sent anywhere else. */
  readonly origin: string;
}

/** What next-auth needs of the application. */
export interface AuthContext {
  readonly ports: {
    users: UserRepository;
    passwordHasher: PasswordHasher;
    signInThrottle: SignInThrottle;
    clock: Clock;
  };
  readonly session: SessionSettings;
  readonly logger: Logger;
}

/**
 * What next-auth does for one request. A try that fails is answered by a code: `sign-in-refused`, `sign-in-throttled:<seconds>`,
 * `database-unavailable` or `internal-error`.
 */
export function createAuthOptions(context: AuthContext, request: AuthRequest): AuthOptions {
  const { session, logger } = context;
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
    },
    pages: { signIn: "/login", error: "/login" },
    providers: [credentials(context, request)],
    callbacks: {
      // Names and emails stay in the database.
      jwt: ({ token, user }) => (user ? sessionClaims(user) : token),
      redirect: ({ url }) => `${request.origin}${ownPath(url, request.origin) ?? "/"}`,
    },
    logger: {
      // Without the request, for next-auth keeps one logger for all; and what comes with a code may hold what somebody typed.
      error: (code) => logger.warn({ reason: code }, "next-auth could not do as asked"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

function credentials(context: AuthContext, request: AuthRequest) {
  const fields = { email: { type: "email" }, password: { type: "password" } };
  return CredentialsProvider({
    credentials: fields,
    authorize: async (given) => {
      const { email = "", password = "" } = given ?? {};
      const outcome = await trySignIn(context, { ...request, email, password });
      if (outcome.kind === "signed-in") return outcome.user;
      const code =
        outcome.kind === "throttled"
          ? `sign-in-throttled:${outcome.retryAfterSeconds}`
          : "sign-in-refused";
      // Next-auth hands the message of an error to whoever asked, as ?error=.
      throw new Error(code);
    },
  });
}

/** The email stays out of the log: people type their password there now and then. */
async function trySignIn(
  { ports, logger }: AuthContext,
  { requestId, address, email, password }: AuthRequest & { email: string; password: string },
) {
  try {
    const outcome = await signIn(ports, { email, password, address: address.key });
    const who = outcome.kind === "signed-in" ? { userId: outcome.user.id } : {};
    const line = { requestId, outcome: outcome.kind, address: address.text, ...who };
    if (outcome.kind === "signed-in") logger.info(line, "somebody signed in");
    else logger.warn(line, "somebody could not sign in");
    return outcome;
  } catch (error) {
    if (error instanceof DomainError && error.code === "rate-limited") {
      logger.warn({ requestId, code: error.code }, error.detail);
      return { kind: "throttled", retryAfterSeconds: error.retryAfterSeconds ?? 1 } as const;
    }
    logger.error({ requestId, err: error }, "a sign-in attempt failed unexpectedly");
    throw new Error(error instanceof DomainError ? error.code : "internal-error");
  }
}
