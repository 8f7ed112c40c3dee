import type { Connection } from "./connection";

/** What work came to, and the connection that the next work may use; null: it left none. */
export interface PooledWork<Value> {
  readonly value: Value;
  readonly reusable: Connection | null;
}

/** Work that uses the connection it is given, or opens one for itself when it gets null. */
export type WorkOnConnection<Value> = (kept: Connection | null) => Promise<PooledWork<Value>>;

/** Kept connections to all origins, each used by one work at a time. */
export interface ConnectionPool {
  /** Does the work, and lets it wait for its turn while as much as possible runs for that origin. */
  use<Value>(origin: string, work: WorkOnConnection<Value>): Promise<Value>;
  /** Closes idle connections at once and busy ones after their work; waiting work is refused. */
  close(): Promise<void>;
}

interface Endpoint {
  readonly idle: Set<Connection>;
  readonly waiting: { readonly begin: () => void; readonly refuse: (reason: Error) => void }[];
  busy: number;
}

/** This many connections to one origin at the same time; another origin has its own. */
export const CONNECTIONS_PER_ORIGIN_MAX = 20;

/** Why not undici's own pool or Node's agent: decision 0033. */
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
      const [kept = null] = endpoint.idle;
      if (kept) endpoint.idle.delete(kept);
      const { value, reusable } = await work(kept);
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

/** Forgets connections that were closed while they were idle, and then origins without any. */
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

/** Whoever waits takes over the turn itself, so that nobody comes in between. */
function passTurn(endpoint: Endpoint): void {
  const next = endpoint.waiting.shift();
  if (next) next.begin();
  else endpoint.busy -= 1;
}
