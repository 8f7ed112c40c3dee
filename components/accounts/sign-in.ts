/** What came of a sign-in; `throttled` says for how long every try is refused. */
export type SignInOutcome =
  | { readonly kind: "signed-in" }
  | { readonly kind: "refused" }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number }
  | { readonly kind: "cookies-needed" }
  | { readonly kind: "unreachable" };

/** Asks for a session; never rejects, never leaves the page. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    // Loaded when it is needed: the first load of every page is lighter without it.
    const { signIn: signInWithCredentials } = await import("next-auth/react");
    const answer = await signInWithCredentials("credentials", { email, password, redirect: false });
    if (answer?.ok && !answer.error) return { kind: "signed-in" };
    return readRefusal(answer?.error ?? "");
  } catch {
    // Its fetch failed, or what came was no answer of Stagedoor: both are told as one sentence.
    return { kind: "unreachable" };
  }
}

function readRefusal(error: string): SignInOutcome {
  const seconds = /^sign-in-throttled:(\d+)$/.exec(error)?.[1];
  if (seconds !== undefined) return { kind: "throttled", retryAfterSeconds: Number(seconds) };
  if (error === "cookies-needed") return { kind: "cookies-needed" };
  return { kind: error === "sign-in-refused" ? "refused" : "unreachable" };
}
