/** A request as it goes over the wire, and what a notification about it will say. */
export interface LoadRequest {
  readonly bytes: string;
  /** The change of status that a success makes; null: none that anybody is told. */
  readonly change: {
    /** null: the server chooses it, and its answer says it first. */
    readonly uuid: string | null;
    readonly status: number;
  } | null;
}

/** A request that succeeded. Times are of `performance.now()`. */
export interface Answered {
  /** See `changeKey`; null when nobody is told. */
  readonly change: string | null;
  /** When it was to be sent, whether a connection was free or not. */
  readonly dueMs: number;
  readonly answeredMs: number;
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** What a notification is recognized by. */
export const changeKey = (uuid: string, status: number) => `${uuid} ${status}`;

/** The change that an answer confirms. @throws Error when the server should have chosen a UUID and did not */
export function changeOf({ change }: LoadRequest, answer: string): string | null {
  if (!change) return null;
  const uuid = change.uuid ?? UUID.exec(answer)?.[0];
  if (uuid === undefined) throw new Error(`the answer has no UUID: ${answer}`);
  return changeKey(uuid, change.status);
}
