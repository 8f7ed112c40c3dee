import type { ChangeReason, StatusChange } from "../rules/staged-document";
import type { Move } from "../rules/status";

/** A change as its repository writes it. */
export interface WrittenChange {
  readonly uuid: string;
  readonly assetIdentifier: string;
  readonly move: Move;
  readonly actor: string;
  readonly requestId?: string;
  readonly reason: ChangeReason;
  readonly at: Date;
}

/** A row of the history; `sequence` is assigned later, as in PostgreSQL. */
export interface HistoryRow {
  readonly uuid: string;
  /** The asset identifier of the document. */
  readonly assetIdentifier: string;
  readonly isListed: boolean;
  /** The request that made the change; null if none did. */
  readonly requestId: string | null;
  change: StatusChange;
  /** The notification that contains the change. */
  notificationId: string | null;
}

/** Every change of every document, in the order written. */
export interface InMemoryHistory {
  readonly rows: readonly HistoryRow[];
  add(change: WrittenChange): void;
  of(uuid: string): readonly StatusChange[];
  /** Sets or removes the webhook URL, which decides whether notifications are sent for later changes. */
  configureWebhook(url: string | null): void;
}

/** Creates an empty history without a webhook URL. */
export function createInMemoryHistory(): InMemoryHistory {
  const rows: HistoryRow[] = [];
  let webhookUrl: string | null = null;
  return {
    rows,
    configureWebhook: (url) => {
      webhookUrl = url;
    },
    add: ({ uuid, assetIdentifier, move, actor, reason, at, requestId = null }) => {
      const change: StatusChange = {
        id: BigInt(rows.length + 1),
        previousStatus: move.from,
        currentStatus: move.to,
        at,
        actor,
        reason,
        notified: move.isNotified && webhookUrl !== null,
        sequence: null,
      };
      const row = { uuid, assetIdentifier, isListed: move.isNotified, requestId };
      rows.push({ ...row, change, notificationId: null });
    },
    of: (uuid) => rows.filter((row) => row.uuid === uuid).map((row) => row.change),
  };
}
