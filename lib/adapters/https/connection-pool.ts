import type { Connection } from "./connection";

/** The result of a job, and the connection that may be reused afterwards, or null if there is none. */
export interface PooledWork<Value> {
  readonly value: Value;
  readonly reusable: Connection | null;
}

/** A job that uses the given connection, or opens one itself if it is given null. */
export type WorkOnConnection<Value> = (idle: Connection | null) => Promise<PooledWork<Value>>;

/** Keeps connections to all origins. Each connection is used by one job at a time. */
export interface ConnectionPool {
  /**
   * Runs the work. If the maximum number of jobs for that origin is already running, waits until one of them has ended.
   */
  use<Value>(origin: string, work: WorkOnConnection<Value>): Promise<Value>;
  /**
   * Closes idle connections immediately and busy connections after their work. Work that is still waiting is rejected.
   */
  close(): Promise<void>;
}

interface Endpoint {
  readonly idle: Set<Connection>;
  readonly waiting: { readonly begin: () => void; readonly refuse: (reason: Error) => void }[];
  busy: number;
}

/** The maximum number of connections to one origin. Each origin has its own limit. */
export const CONNECTIONS_PER_ORIGIN_MAX = 20;

/** Creates an empty pool. Decision 0033 explains why this is neither undici's own pool nor Node's agent. */
export function createConnectionPool(): ConnectionPool {
  const endpoints = new Map<string, Endpoint>();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function inTurn<Value>(origin: string, work: WorkOnConnection<Value>): Promise<Value> {
    if (isClosed) throw closedError();
    const endpoint = endpoints.get(origin) ?? { idle: new Set(), waiting: [], busy: 0 };
    endpoints.set(origin, endpoint);
    await takeTurn(endpoint);
    try {
      forgetUnused(endpoints);
      const [idle = null] = endpoint.idle;
      if (idle) endpoint.idle.delete(idle);
      const { value, reusable } = await work(idle);
      if (reusable?.isOpen() && !isClosed) endpoint.idle.add(reusable);
      else await reusable?.close();
      return value;
    } finally {
      passTurn(endpoint);
    }
  }

  return {
    use: (origin, work) => {
      const working = inTurn(origin, work);
      running.add(working);
      return working.finally(() => running.delete(working));
    },
    close: async () => {
      isClosed = true;
      const idle = [...endpoints.values()].flatMap((endpoint) => [...endpoint.idle]);
      for (const endpoint of endpoints.values()) {
        endpoint.idle.clear();
        for (const { refuse } of endpoint.waiting.splice(0)) refuse(closedError());
      }
      await Promise.allSettled([...running, ...idle.map((connection) => connection.close())]);
    },
  };
}

const closedError = () => new Error("the transport is closed");

/** Drops connections that were closed while idle, and then the origins that have no connections left. */
function forgetUnused(endpoints: Map<string, Endpoint>): void {
  for (const [origin, { idle, waiting, busy }] of endpoints) {
    for (const connection of idle) if (!connection.isOpen()) idle.delete(connection);
    if (idle.size + waiting.length + busy === 0) endpoints.delete(origin);
  }
}

async function takeTurn(endpoint: Endpoint): Promise<void> {
  if (endpoint.busy < CONNECTIONS_PER_ORIGIN_MAX) {
    endpoint.busy += 1;
    return;
  }
  await new Promise<void>((begin, refuse) => endpoint.waiting.push({ begin, refuse }));
}

/** Gives the connection slot directly to the next waiting job, so that no later job can overtake it. */
function passTurn(endpoint: Endpoint): void {
  const next = endpoint.waiting.shift();
  if (next) next.begin();
  else endpoint.busy -= 1;
}
