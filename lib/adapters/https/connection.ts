import type { TLSSocket } from "node:tls";
import { Client } from "undici";
import type { ConnectionFacts } from "@/lib/notifications/ports";
import { AttemptError } from "./classify-failure";

/** An open connection to one origin, for one request at a time. */
export interface Connection {
  readonly client: Pick<Client, "request">;
  readonly facts: ConnectionFacts;
  /** The number of decrypted bytes received since the connection was opened. */
  bytesReceived(): number;
  isOpen(): boolean;
  close(): Promise<void>;
}

/**
 * Shorter than the idle timeout of common servers (Node's is 5 s). It applies even if a server announces a longer one.
 */
const KEEP_ALIVE_MS = 4000;
const HEADER_BYTES_MAX = 16 * 1024;

/** Creates an HTTP connection over a verified socket. The connection never opens another socket. */
export function connectionOver(
  socket: TLSSocket,
  origin: string,
  facts: ConnectionFacts,
): Connection {
  // If the stream stops being valid TLS, Node leaves the socket open, and nothing more arrives before the deadline.
  socket.on("error", () => socket.destroy());
  const client = new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The sender has a single deadline for the whole attempt; a timeout here would only cut off responses that are still
    // on time.
    headersTimeout: 0,
    bodyTimeout: 0,
    // If the given socket is closed before the request is written, the client connects again, and that attempt must fail.
    connect: (_options, callback) =>
      queueMicrotask(() =>
        socket.destroyed ? callback(closedByPeer(), null) : callback(null, socket),
      ),
  });
  return {
    client,
    facts,
    bytesReceived: () => socket.bytesRead,
    isOpen: () => !socket.destroyed && !client.destroyed,
    close: async () => {
      await client.destroy();
      socket.destroy();
    },
  };
}

const closedByPeer = () =>
  new AttemptError("connection-closed", "the receiver closed the connection");
