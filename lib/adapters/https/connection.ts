import { Client } from "undici";
import { beginTrace, type ConnectionTrace } from "./connection-trace";
import { type ConnectionRules, openConnection } from "./open-connection";

/** One connection at a time to one origin, opened when a request needs it. */
export interface Lane {
  readonly client: Client;
  /** Of the connection that is open or was opened last; null before the first. */
  trace(): ConnectionTrace | null;
  isConnected(): boolean;
  /** Ends the opening of a connection, for this reason; one that is open stays, but no other is opened any more. */
  stopOpening(reason: unknown): void;
  /** Closes the connection, or ends its opening. */
  end(): Promise<void>;
}

/** Shorter than common servers keep idle connections (Node 5 s), whatever they say themselves. */
const KEEP_ALIVE_MS = 4000;
const HEADER_BYTES_MAX = 16 * 1024;

/** @param onDisconnected when a connection that was open is gone, whoever closed it */
export function openLane(origin: string, rules: ConnectionRules, onDisconnected: () => void): Lane {
  let trace: ConnectionTrace | null = null;
  let isConnected = false;
  const ended = new AbortController();
  const client = new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // One deadline over everything is the sender's; a second one would only cut what is still in time.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ protocol, hostname, port }, callback) => {
      trace = beginTrace();
      const target = { protocol, hostname, port: Number(port || 443) };
      openConnection(target, rules, trace, ended.signal).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
  client.on("connect", () => {
    isConnected = true;
  });
  client.on("disconnect", () => {
    isConnected = false;
    onDisconnected();
  });
  return {
    client,
    trace: () => trace,
    isConnected: () => isConnected,
    stopOpening: (reason) => ended.abort(reason),
    end: async () => {
      ended.abort(new Error("the connection is not needed any more"));
      await client.destroy();
    },
  };
}
