import { parseRetryAfter } from "../../lib/client/call-failure";
import { parseJson } from "../../lib/client/parse-json";

/** The outcome of a sign-in; `throttled` says how long every attempt will be rejected. */
export type SignInOutcome =
  | { readonly kind: "signed-in" }
  | { readonly kind: "refused" }
  /** The password is correct; the code of the second factor is missing or wrong. */
  | { readonly kind: "code-needed" | "code-refused" }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number }
  | { readonly kind: "cookies-needed" }
  | { readonly kind: "unreachable" };

/**
 * Requests a session. Never rejects and never leaves the page. `code` is from the authenticator app, or a recovery code.
 */
export type SignIn = (email: string, password: string, code?: string) => Promise<SignInOutcome>;

/** Passwords are checked one at a time, so many sign-ins at once take seconds. */
const TIMEOUT_MS = 30_000;

/** Used if a 429 does not say how long to wait: a proxy may have sent it, or dropped the header. */
const RETRY_AFTER_SECONDS = 60;

/** The longest wait for an account. A value made up by a proxy must not disable the page for days. */
const RETRY_AFTER_SECONDS_MAX = 3_600;

/** Creates a sign-in on top of `fetch`. next-auth's own client is not used because it does not expose `Retry-After`. */
export function createSignIn(fetch: typeof globalThis.fetch): SignIn {
  return async (email, password, code = "") => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const csrf = await fetch("/api/auth/csrf", { cache: "no-store", signal });
      if (!csrf.ok) return await readAnswer(csrf);
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const body = new URLSearchParams({ email, password, code, csrfToken, json: "true" });
      return await readAnswer(
        await fetch("/api/auth/callback/credentials", { method: "POST", body, signal }),
      );
    } catch {
      // The call failed, or the response was not from Stagedoor. Both show the same message.
      return { kind: "unreachable" };
    }
  };
}

// Wrapped, because browsers throw when `fetch` is called as a method of another object.
const fetchOfTab: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Requests a session for this tab. */
export const signIn: SignIn = createSignIn(fetchOfTab);

async function readAnswer(answer: Response): Promise<SignInOutcome> {
  if (answer.status === 429) {
    const header = answer.headers.get("retry-after");
    const seconds = parseRetryAfter(header, Date.now(), RETRY_AFTER_SECONDS_MAX);
    return { kind: "throttled", retryAfterSeconds: seconds ?? RETRY_AFTER_SECONDS };
  }
  const error = errorOf(parseJson(await answer.text()));
  if (answer.ok && error === null) return { kind: "signed-in" };
  if (error === "cookies-needed") return { kind: "cookies-needed" };
  if (error === "code-needed" || error === "code-refused") return { kind: error };
  return { kind: error === "sign-in-refused" ? "refused" : "unreachable" };
}

/**
 * next-auth returns the URL to go to, with the error's code in its query if signing in failed.
 * @throws TypeError if the response is not from next-auth
 */
function errorOf(value: unknown): string | null {
  const { url } = value as { url: string };
  return new URL(url).searchParams.get("error");
}
