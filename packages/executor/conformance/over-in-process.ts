import { serve } from "inngest/edge";
import { NotSyncedError } from "../executor";
import { BadEventsError, parseEvents } from "../protocol/stored-event";
import { createInProcessTransport } from "./in-process-transport";
import type { Transport } from "./start-engine";

const APP_URL = "http://app.example/api/inngest";

/** Calls the route handler and the executor directly, so nothing listens on a port. */
export const inProcess: Transport = {
  startApp: async () => {
    let handler: (request: Request) => Promise<Response> = async () => new Response(null);
    const forward = (request: Request) => handler(request);
    return {
      appUrl: APP_URL,
      callApp: createInProcessTransport({ POST: forward, PUT: forward }, APP_URL),
      serve: (client, functions) => {
        handler = serve({ client, functions, enableUnauthedSync: false });
      },
      stop: async () => undefined,
    };
  },
  openEventApi: async (executor, now) => ({
    fetch: async (_path, { body, headers }) => {
      const seed = new Headers(headers).get("x-inngest-event-id-seed");
      try {
        const ids = await executor.send(parseEvents(JSON.parse(String(body)), seed, now()));
        return Response.json({ ids, status: 200 });
      } catch (error) {
        const status = statusOf(error);
        return Response.json({ error: String(error), status }, { status });
      }
    },
    stop: async () => undefined,
  }),
};

/** Returns the status that the executor's own HTTP server would respond with. */
function statusOf(error: unknown): number {
  if (error instanceof BadEventsError) return 400;
  if (error instanceof NotSyncedError) return 503;
  throw error;
}
