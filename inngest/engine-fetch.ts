import { Agent, request } from "undici";

/** Of one request to Inngest, its connection included; the SDK itself would wait for minutes. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Shorter than Inngest and the embedded executor keep idle connections, so that none is used that is just being closed. */
const KEEP_ALIVE_MS = 30_000;

/**
 * A `fetch` for the client of Inngest, whose connections are kept. The global one is followed by Next, for its cache, and costs
 * several times as much. Its answers have no headers, which the client never reads.
 * @returns rejects with "fetch failed", as the SDK expects it, when there is no answer within 5 s
 */
export function createEngineFetch(): typeof fetch {
  const dispatcher = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
  return async (input, init) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const sent = new Headers(init?.headers);
    const body = init?.body;
    if (input instanceof Request || (body && typeof body !== "string")) {
      return fetch(input, { ...init, signal });
    }
    try {
      const method = init?.method ?? "GET";
      const headers = Object.fromEntries(sent);
      const answer = await request(input, {
        dispatcher,
        method,
        headers,
        body: body || null,
        signal,
      });
      // A redirect, which only other requests than events may get, is followed by the global one.
      if (Math.floor(answer.statusCode / 100) === 3) {
        await answer.body.dump();
        return await fetch(input, { ...init, signal });
      }
      return new Response((await answer.body.text()) || null, { status: answer.statusCode });
    } catch (cause) {
      throw new TypeError("fetch failed", { cause });
    }
  };
}
