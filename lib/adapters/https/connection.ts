import type { TLSSocket } from "node:tls";
import { Client } from "undici";
import type { ConnectionFacts } from "@/lib/notifications/ports/webhook-transport";
import { AttemptError } from "./classify-failure";

/** An open connection to one origin, for one request at a time. */
export interface Connection {
  readonly client: Pick<Client, "request">;
  readonly facts: ConnectionFacts;
  /** Of what the receiver said, decrypted, since it was opened. */
  bytesReceived(): number;
  isOpen(): boolean;
  close(): Promise<void>;
}

/** Shorter than common servers keep idle connections (Node 5 s), whatever they say themselves. */
const KEEP_ALIVE_MS = 4000;
const HEADER_BYTES_MAX = 16 * 1024;

/** Speaks HTTP over a verified socket, and never over another one. */
export function connectionOver(
  socket: TLSSocket,
  origin: string,
  facts: ConnectionFacts,
): Connection {
  // Node leaves a socket open whose stream stopped being TLS: nothing would come any more until the deadline.
  socket.on("error", () => socket.destroy());
  const client = new Client(origin, {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // One deadline over everything is the sender's; a second one would only cut what is still in time.
    headersTimeout: 0,
    bodyTimeout: 0,
    // The client asks again when the socket was closed before its request was written.
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
