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

/** Where in the feed to go on; without `after` at its beginning. */
export interface FeedQuery extends CallOptions {
  /** The last sequence that was seen. */
  readonly after?: number | undefined;
  /** 1 to 1000; 100 when absent. */
  readonly limit?: number | undefined;
}

/** The calls about what was and will be told. */
export interface NotificationCalls {
  feedPage(query?: FeedQuery): Promise<FeedPage>;
  /**
   * All changes after `after` up to now, oldest first; the last `sequence` is where the next reading begins.
   * @throws ApiProblem `validation-failed` when the feed never gave out `after`, as after its database was restored from a backup
   */
  feed(query?: FeedQuery): AsyncIterable<FeedEntry>;
  /** What the statuses mean and which move leads where, as data. */
  statuses(options?: CallOptions): Promise<StatusTables>;
  getWebhook(options?: CallOptions): Promise<WebhookConfiguration>;
  setWebhook(url: string, options?: CallOptions): Promise<WebhookConfiguration>;
  removeWebhook(options?: CallOptions): Promise<void>;
  /** The new secret, shown this once. Never repeated: a second rotation would end the overlap of the first. */
  rotateWebhookSecret(options?: CallOptions): Promise<RotatedSecret>;
}

const CONFIGURATION = "/external-dms-configuration";

/** The calls about notifications, made by a caller. */
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
