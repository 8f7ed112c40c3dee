import type { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import type { LiveEventsParts } from "@/lib/http/live/live-events-endpoint";
import type { Container } from "./container";
import type { DurableWork } from "./durable-work/durable-work";
import type { AnswerHotCall } from "./hot-calls/hot-calls";

/**
 * What the parts of one process share, although some belong to Next's build and `app/serving/server.mjs` does not. A
 * property is absent until its owner has set it: nothing built is available before `app/start.ts` has run.
 */
export interface Shared {
  /** Set by `app/start.ts`, read by `getContainer`. */
  container?: Container;
  /** Set by `app/start.ts`. It answers the durable work engine, with or without Next. */
  durableWork?: Pick<DurableWork, "answer">;
  /** Set by `app/start.ts`, called by the server before it passes a request to Next. */
  answerHotCall?: AnswerHotCall;
  /** Set by the server: the response for which a page or a route is running, read by `currentResponse`. */
  responses?: AsyncLocalStorage<ServerResponse>;
  /** Set by the server and aborted when it is asked to stop. This ends endless responses such as event streams. */
  stopping?: AbortController;
  /** The live updates, which belong to a container: a test may share another one after its own has been closed. */
  live?: { readonly container: Container; readonly parts: Omit<LiveEventsParts, "stopping"> };
}

/**
 * The only thing that is stored on globalThis, under one symbol, because Next may load a module more than once, and the
 * server loads this file outside of Next's build.
 */
export const shared: Shared;
