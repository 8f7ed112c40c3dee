import type {
  FeedEntry,
  FeedPage,
  RotatedSecret,
  StatusTables,
  WebhookConfiguration,
} from "./answers";
import type { Caller } from "./caller";
import type { CallOptions } from "./document-calls";
import { queryOf } from "./pages";

/** The position in the feed to read from, which is the beginning if there is no `after`. */
export interface FeedQuery extends CallOptions {
  /** The last sequence that was read. */
  readonly after?: number | undefined;
  /** The number of entries per page, from 1 to 1000; the default is 100. */
  readonly limit?: number | undefined;
}

/** The calls about notifications and the feed. */
export interface NotificationCalls {
  feedPage(query?: FeedQuery): Promise<FeedPage>;
  /**
   * Returns all changes after `after` until now, oldest first. Reading can continue later after the last `sequence`.
   * @throws ApiProblem `validation-failed` if the feed never returned this `after`, for example because the database was
   * restored from a backup
   */
  feed(query?: FeedQuery): AsyncIterable<FeedEntry>;
  /** Returns the meaning of each status and all allowed moves as data. */
  statuses(options?: CallOptions): Promise<StatusTables>;
  getWebhook(options?: CallOptions): Promise<WebhookConfiguration>;
  setWebhook(url: string, options?: CallOptions): Promise<WebhookConfiguration>;
  removeWebhook(options?: CallOptions): Promise<void>;
  /**
   * Returns a new secret, shown only once. Never retried, because a second rotation would end the overlap of the first.
   */
  rotateWebhookSecret(options?: CallOptions): Promise<RotatedSecret>;
}

const CONFIGURATION = "/external-dms-configuration";

/** Creates the calls about notifications. */
export function createNotificationCalls(caller: Caller): NotificationCalls {
  const get = <T>(path: string, options?: CallOptions) =>
    caller.json<T>({ method: "GET", path, ...options });
  const feedPage: NotificationCalls["feedPage"] = ({ signal, ...query } = {}) =>
    get(`/status-changes${queryOf({ ...query })}`, { signal });
  return {
    feedPage,
    feed: (query) => readFeed(feedPage, query),
    statuses: (options) => get("/staged-document-statuses", options),
    getWebhook: (options) => get(CONFIGURATION, options),
    setWebhook: (url, options) =>
      caller.json({ method: "POST", path: CONFIGURATION, body: { url }, ...options }),
    removeWebhook: async (options) => {
      await caller.call({ method: "DELETE", path: CONFIGURATION, ...options }, 204);
    },
    rotateWebhookSecret: (options) =>
      caller.json(
        { method: "POST", path: `${CONFIGURATION}/secret-rotations`, ...options },
        201,
        "when-refused",
      ),
  };
}

async function* readFeed(
  readPage: NotificationCalls["feedPage"],
  query: FeedQuery = {},
): AsyncGenerator<FeedEntry, void, undefined> {
  let { after } = query;
  for (;;) {
    const { items, nextAfter } = await readPage({ ...query, after });
    if (items.length === 0) return;
    yield* items;
    after = nextAfter;
  }
}
