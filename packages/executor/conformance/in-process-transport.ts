import type { CallApp } from "../engine/app-transport";

/** A route handler as created by `inngest/next` and `inngest/edge`. */
type RouteHandler = (request: Request, context: never) => Promise<Response> | Response;

/**
 * The handlers of the SDK's endpoint; `serve` from `inngest/edge` returns one function that serves as all three
 * handlers.
 */
export interface RouteHandlers {
  readonly POST: RouteHandler;
  readonly PUT: RouteHandler;
}

/**
 * Calls an app in the same process with the same requests as over HTTP. If a handler throws, the app counts as
 * unreachable.
 */
export function createInProcessTransport(handlers: RouteHandlers, appUrl: string): CallApp {
  const { host } = new URL(appUrl);
  return async ({ method, search, headers, body }) => {
    const request = new Request(`${appUrl}${search}`, {
      method,
      // inngest/edge responds "Invalid URL" without a host header.
      headers: { ...headers, host },
      body,
    });
    const answer = await handlers[method](request, undefined as never);
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
}
