/** A request as raw text, and the change that a notification about it will contain. */
export interface LoadRequest {
  readonly bytes: string;
  /** The status change caused by a successful request; null if it triggers no notification. */
  readonly change: {
    /** The document's UUID; null if the server chooses it and returns it in the response. */
    readonly uuid: string | null;
    readonly status: number;
  } | null;
}

/** A request that succeeded. Times are values of `performance.now()`. */
export interface Answered {
  /** The key of the change (see `changeKey`), or null if no notification is sent. */
  readonly change: string | null;
  /** The time at which the request was due, whether or not a connection was free. */
  readonly dueMs: number;
  readonly answeredMs: number;
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** Identifies a change in a notification. */
export const changeKey = (uuid: string, status: number) => `${uuid} ${status}`;

/**
 * Returns the key of the change that a response confirms. @throws Error if the server should have chosen a UUID but did
 * not return one
 */
export function changeOf({ change }: LoadRequest, answer: string): string | null {
  if (!change) return null;
  const uuid = change.uuid ?? UUID.exec(answer)?.[0];
  if (uuid === undefined) throw new Error(`the response has no UUID: ${answer}`);
  return changeKey(uuid, change.status);
}
