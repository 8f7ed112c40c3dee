import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A complete response. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** A keep-alive connection that handles one request at a time. */
export interface HttpConnection {
  /** Sends a complete request as raw text. Rejects if the server closes the connection or sends nothing for 30 s. */
  send(request: string): Promise<HttpAnswer>;
  close(): void;
}

const SILENCE_MAX_MS = 30_000;
const END_OF_HEAD = "\r\n\r\n";
const END_OF_CHUNKS = Buffer.from("\r\n0\r\n\r\n");

/**
 * Opens a connection to a port on 127.0.0.1. It uses plain sockets, because a `node:http` client would use more CPU time
 * than the bare server that is being measured.
 */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await once(socket, "connect");
  socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy(new Error("no response within 30 s")));
  return overSocket(socket);
}

function overSocket(socket: Socket): HttpConnection {
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | null = null;
  let failure: Error | null = null;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = parseAnswer(received);
    if (!answer) return;
    received = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Returns the response, or null if a part of it is still missing. */
function parseAnswer(received: Buffer): HttpAnswer | null {
  const headEnd = received.indexOf(END_OF_HEAD);
  if (headEnd < 0) return null;
  const head = received.toString("latin1", 0, headEnd);
  const status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const bodyStart = headEnd + END_OF_HEAD.length;
  if (length !== undefined) {
    const isWhole = received.length >= bodyStart + Number(length);
    return isWhole ? { status, body: received.toString("utf8", bodyStart) } : null;
  }
  // JSON contains no raw line break, so only the last chunk can end with these bytes.
  const isWhole = received.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS);
  return isWhole ? { status, body: joinChunks(received, bodyStart) } : null;
}

/** @param start the position of the first chunk's length; all chunks must have arrived */
function joinChunks(received: Buffer, start: number): string {
  const chunks: Buffer[] = [];
  for (let position = start; ; ) {
    const lineEnd = received.indexOf("\r\n", position);
    const length = Number.parseInt(received.toString("latin1", position, lineEnd), 16);
    if (!(length > 0)) return Buffer.concat(chunks).toString("utf8");
    const chunkStart = lineEnd + 2;
    chunks.push(received.subarray(chunkStart, chunkStart + length));
    position = chunkStart + length + 2;
  }
}
