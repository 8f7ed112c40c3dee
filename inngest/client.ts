import { eventType, Inngest } from "inngest";
import type { Logger } from "pino";
import { Agent, request } from "undici";
import { z } from "zod";
import type { InngestSettings } from "@/lib/env/read-settings";
import { readStart } from "@/lib/kernel/rules/read-start";

/**
 * Creates the application's Inngest client. All our settings are passed in, so the SDK reads only other variables, such
 * as `INNGEST_ENV`, from the environment. Each call runs one step, so that functions run the same way on every Inngest
 * server.
 */
export function createInngestClient(settings: InngestSettings, logger: Logger): Inngest {
  const { isDev, baseUrl, eventKey, signingKey } = settings;
  return new Inngest({
    id: "stagedoor",
    isDev,
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(eventKey === null ? {} : { eventKey }),
    ...(signingKey === null ? {} : { signingKey }),
    fetch: createEngineFetch(),
    logger,
    checkpointing: false,
    // We do not call language models, and this setting would inspect every step for such calls.
    aiMetadata: false,
  });
}

/** The timeout for one request to Inngest, including connecting; the SDK itself would wait for minutes. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Far more than Inngest responds with. What is longer is cut off, and then the SDK cannot parse it. */
const ANSWER_BYTES_MAX = 4 * 1024 ** 2;
/**
 * Shorter than the idle timeout of Inngest and the embedded executor, so that we never use a connection that is being
 * closed.
 */
const KEEP_ALIVE_MS = 30_000;

/**
 * Creates a `fetch` with keep-alive connections for the Inngest client. The global `fetch` costs several times as much,
 * because Next instruments it for its cache. Responses have no headers, because the client never reads them, and at most 4 MiB.
 * @returns a `fetch` that rejects with "fetch failed", as the SDK expects, if there is no response within 5 s
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
      return withStart(await fetch(input, { ...init, signal }));
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
      // Event requests are never redirected; other redirects are followed by the global `fetch`.
      if (Math.floor(answer.statusCode / 100) === 3) {
        await answer.body.dump();
        return await withStart(await fetch(input, { ...init, signal }));
      }
      return await withStart({ status: answer.statusCode, body: answer.body });
    } catch (cause) {
      throw new TypeError("fetch failed", { cause });
    }
  };
}

/** Returns a response with at most the first bytes of this one's body. */
async function withStart({
  status,
  body,
}: {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}): Promise<Response> {
  return new Response((await readStart(body, ANSWER_BYTES_MAX)) || null, { status });
}

const schema = z.object({ notificationId: z.uuid(), generation: z.int().positive() });

/** Starts the delivery run of a notification. The event's id makes duplicates of the event harmless. */
export const notificationCreated = eventType("webhook/notification.created", { schema });

/** Starts a waiting processing run. The event's id makes duplicates of the event harmless. */
export const processingRequested = eventType("document/processing.requested", {
  schema: z.object({ documentUuid: z.uuid(), n: z.int().positive() }),
});

/** Starts a run of work on many documents. The event's id makes duplicates of the event harmless. */
export const bulkWorkRequested = eventType("document/bulk-work.requested", {
  schema: z.object({ id: z.uuid(), generation: z.int().positive() }),
});

/** Makes the delivery run of a notification check its row now. */
export const notificationWake = eventType("webhook/notification.wake", { schema });
