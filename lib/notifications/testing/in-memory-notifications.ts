import type { DeliveryRun, MadeAttempt } from "../ports";
import type { AttemptCause } from "../rules/explain-attempt";
import type { Series } from "../rules/retry-schedule";

/** A notification with all columns of its row. */
export interface InMemoryNotification {
  readonly id: string;
  readonly body: Buffer;
  readonly itemCount: number;
  readonly state: "pending" | "delivered" | "undelivered";
  readonly isTest: boolean;
  readonly isResend: boolean;
  readonly generation: number;
  readonly generationAt: Date;
  readonly series: Series | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly nextCause: AttemptCause | null;
  readonly resentBy: string | null;
  readonly plannedAt: Date | null;
  readonly wokenAt: Date | null;
  readonly notBefore: Date | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** An attempt with all columns of its row. */
export interface InMemoryAttempt extends MadeAttempt, DeliveryRun {
  /** When the following attempt was due; null if there was none. */
  readonly nextAttemptAt: Date | null;
}

/** The state of the receiver. */
export interface InMemoryReceiver {
  readonly url: string | null;
  readonly failingSince: Date | null;
  readonly recoveredAt: Date | null;
}

/** The notification tables, for the ports and for tests to inspect. */
export interface InMemoryNotifications {
  readonly attempts: InMemoryAttempt[];
  /** Returns all notifications in the order of creation. */
  all(): readonly InMemoryNotification[];
  find(id: string): InMemoryNotification | null;
  /** Writes the row, and rejects rows that PostgreSQL would reject. */
  put(notification: InMemoryNotification): void;
  receiver(): InMemoryReceiver;
  noteReceiver(known: Partial<InMemoryReceiver>): void;
}

/** Creates empty tables. */
export function createInMemoryNotifications(): InMemoryNotifications {
  const rows = new Map<string, InMemoryNotification>();
  let receiver: InMemoryReceiver = { url: null, failingSince: null, recoveredAt: null };
  return {
    attempts: [],
    all: () => [...rows.values()],
    find: (id) => rows.get(id) ?? null,
    put(notification) {
      assertConsistent(notification);
      rows.set(notification.id, notification);
    },
    receiver: () => receiver,
    noteReceiver: (known) => {
      receiver = { ...receiver, ...known };
    },
  };
}

/** Checks the same constraints as the PostgreSQL table. */
function assertConsistent(notification: InMemoryNotification): void {
  const { state, nextAttemptAt, nextCause, settledAt, itemCount } = notification;
  const hasNext = nextAttemptAt !== null && nextCause !== null && settledAt === null;
  if ((state === "pending") !== hasNext) {
    throw new Error(`a notification that is ${state} cannot have this next attempt`);
  }
  if (itemCount < 1 || itemCount > 100) throw new Error(`a notification of ${itemCount} items`);
}
