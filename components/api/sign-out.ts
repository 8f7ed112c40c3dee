/**
 * Ends this browser's session, for every tab and every copy of the cookie.
 * @throws Error if the session is still active
 */
export type SignOut = () => Promise<void>;

const TIMEOUT_MS = 15_000;

/**
 * Creates a sign-out on top of `fetch`. next-auth's own client is not used because it treats every response as a success.
 */
export function createSignOut(fetch: typeof globalThis.fetch): SignOut {
  return async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const csrf = await fetch("/api/auth/csrf", { cache: "no-store", signal });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, json: "true" });
    const answer = await fetch("/api/auth/signout", { method: "POST", body, signal });
    if (!answer.ok) throw new Error(`Signing out failed with status ${answer.status}`);
  };
}

// Wrapped, because browsers throw when `fetch` is called as a method of another object.
const fetchOfTab: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Ends the session that all tabs of this browser share. */
export const signOut: SignOut = createSignOut(fetchOfTab);
