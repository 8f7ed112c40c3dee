import { parseRetryAfter } from "../../lib/client/call-failure";
import { parseJson } from "../../lib/client/parse-json";

/** What came of a sign-in; `throttled` says for how long every try is refused. */
export type SignInOutcome =
  | { readonly kind: "signed-in" }
  | { readonly kind: "refused" }
  /** The password is right; what is missing or wrong is the code of the second factor. */
  | { readonly kind: "code-needed" | "code-refused" }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number }
  | { readonly kind: "cookies-needed" }
  | { readonly kind: "unreachable" };

/** Asks for a session; never rejects, never leaves the page. `code`: of the authenticator app, or a recovery code. */
export type SignIn = (email: string, password: string, code?: string) => Promise<SignInOutcome>;

/** Passwords are checked one after the other: many at once take seconds. */
const TIMEOUT_MS = 30_000;

/** Where a 429 does not say for how long: a proxy may answer it, or drop the header. */
const RETRY_AFTER_SECONDS = 60;

/** The longest wait for an account; what a proxy makes up must not disable the page for days. */
const RETRY_AFTER_SECONDS_MAX = 3_600;

/** Signing in over a `fetch`. Not by next-auth's own client, which keeps `Retry-After` to itself. */
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
      // It failed, or what came was no answer of Stagedoor: both are told as one sentence.
      return { kind: "unreachable" };
    }
  };
}

// Called by its own name, for a browser's fetch refuses to be a method of something else.
const fetchOfTab: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Asks for a session of this tab. */
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
 * Where next-auth would lead to is a page with the code of the error, or without one after a success.
 * @throws TypeError when the answer is not from next-auth
 */
function errorOf(value: unknown): string | null {
  const { url } = value as { url: string };
  return new URL(url).searchParams.get("error");
}
