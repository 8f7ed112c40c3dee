import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";

/** What one call may take in all, from looking up the host to the end of the response. */
export interface CallLimits {
  readonly timeoutMs: number;
  /** The maximum size of a response, including its headers; the last piece that arrives may exceed it. */
  readonly bytesMax: number;
}

/**
 * Creates an agent for callers that limit neither the time nor the size of a response. Each call has its own connection,
 * which is closed when a limit is reached, so the call fails as it does when the other side closes it.
 * @param origin every call must have the same scheme as this URL, so that nothing goes from https to http
 */
export function createBoundedAgent(origin: string, limits: CallLimits): HttpAgent {
  const isSecure = new URL(origin).protocol === "https:";
  const agent = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const connection = connect(options, callback);
    if (connection) limit(connection, limits);
    return connection;
  };
  return agent;
}

/** Closes without an error, which a request whose response has begun would emit, and most callers no longer listen. */
function limit(connection: Duplex, { timeoutMs, bytesMax }: CallLimits): void {
  let bytes = 0;
  const timer = setTimeout(() => connection.destroy(), timeoutMs);
  connection.once("close", () => clearTimeout(timer));
  connection.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) connection.destroy();
  });
}
