/** Ends the session of this browser, for every tab and every copy of the cookie. @throws Error when it goes on */
export type SignOut = () => Promise<void>;

const TIMEOUT_MS = 15_000;

/** Signing out over a `fetch`. Not by next-auth's own client, which takes every answer for a success. */
export function createSignOut(fetch: typeof globalThis.fetch): SignOut {
  return async () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const csrf = await fetch("/api/auth/csrf", { cache: "no-store", signal });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, json: "true" });
    const answer = await fetch("/api/auth/signout", { method: "POST", body, signal });
    if (!answer.ok) throw new Error(`signing out was answered with ${answer.status}`);
  };
}

// Called by its own name, for a browser's fetch refuses to be a method of something else.
const fetchOfTab: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Signs out of the session that the tabs of this browser share. */
export const signOut: SignOut = createSignOut(fetchOfTab);
