import type { Lane } from "./connection";

/** What work on a lane came to; a lane that is not left clean is ended. */
export interface LaneWork<Value> {
  readonly value: Value;
  readonly isReusable: boolean;
}

/** The lanes to all origins. */
export interface EndpointLanes {
  /** Does work on a lane that nobody else uses; waits for its turn while an origin has all its lanes busy. */
  use<Value>(origin: string, work: (lane: Lane) => Promise<LaneWork<Value>>): Promise<Value>;
  /** Ends idle lanes at once and busy ones after their work; what waits is refused. */
  close(): Promise<void>;
}

interface Endpoint {
  readonly idle: Set<Lane>;
  readonly waiting: { readonly begin: () => void; readonly refuse: (reason: Error) => void }[];
  busy: number;
}

/** So many connections to one origin at the same time; another origin has its own. */
export const LANES_PER_ORIGIN_MAX = 20;

/** Lanes are opened as they are needed and kept while their connection lives. */
export function createEndpointLanes(
  open: (origin: string, onDisconnected: () => void) => Lane,
): EndpointLanes {
  const endpoints = new Map<string, Endpoint>();
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  const dropIfUnused = (origin: string, { idle, busy, waiting }: Endpoint) => {
    if (idle.size + busy + waiting.length === 0) endpoints.delete(origin);
  };

  const openIn = (origin: string, endpoint: Endpoint): Lane => {
    const lane = open(origin, () => {
      if (!endpoint.idle.delete(lane)) return;
      void lane.end();
      dropIfUnused(origin, endpoint);
    });
    return lane;
  };

  async function onLane<Value>(
    origin: string,
    endpoint: Endpoint,
    work: (lane: Lane) => Promise<LaneWork<Value>>,
  ): Promise<Value> {
    const [idleLane] = endpoint.idle;
    if (idleLane) endpoint.idle.delete(idleLane);
    const lane = idleLane ?? openIn(origin, endpoint);
    let isReusable = false;
    try {
      const done = await work(lane);
      isReusable = done.isReusable && lane.isConnected() && !isClosed;
      return done.value;
    } finally {
      if (isReusable) endpoint.idle.add(lane);
      else await lane.end();
    }
  }

  async function inTurn<Value>(origin: string, work: (lane: Lane) => Promise<LaneWork<Value>>) {
    if (isClosed) throw closedError();
    const endpoint = endpoints.get(origin) ?? { idle: new Set(), waiting: [], busy: 0 };
    endpoints.set(origin, endpoint);
    await takeTurn(endpoint);
    try {
      return await onLane(origin, endpoint, work);
    } finally {
      passTurn(endpoint);
      dropIfUnused(origin, endpoint);
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
      await Promise.allSettled([...running, ...idle.map((lane) => lane.end())]);
    },
  };
}

const closedError = () => new Error("the transport is closed");

async function takeTurn(endpoint: Endpoint): Promise<void> {
  if (endpoint.busy < LANES_PER_ORIGIN_MAX) {
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
