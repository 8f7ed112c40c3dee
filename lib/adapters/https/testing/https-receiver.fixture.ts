import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import type { TestCertificate } from "./certificates.fixture";

/** A server on 127.0.0.1 that counts its connections. */
export interface Listening {
  readonly port: number;
  /** `https://127.0.0.1:<port>` */
  readonly origin: string;
  /** The number of TCP connections opened so far. */
  connectionCount(): number;
  /** Closes the server and its connections. */
  close(): Promise<void>;
}

/** A request as the receiver received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A receiver with the requests it has received so far. */
export interface HttpsReceiver extends Listening {
  readonly received: readonly ReceivedRequest[];
}

/** Responds to a request after its body has been read. */
export type AnswerRequest = (response: ServerResponse, request: IncomingMessage) => void;

const keyPair = ({ certificate, privateKey }: TestCertificate) => ({
  cert: certificate,
  key: privateKey,
});

/** Starts an HTTPS server that reads each request in full and then responds. */
export async function startHttpsReceiver(
  certificate: TestCertificate,
  answer: AnswerRequest = (response) => response.end("ok"),
): Promise<HttpsReceiver> {
  const received: ReceivedRequest[] = [];
  const server = createHttpsServer(keyPair(certificate), (request, response) => {
    const { method = "", url = "", headers } = request;
    void buffer(request).then(
      (body) => {
        received.push({ method, path: url, headers, body });
        answer(response, request);
      },
      () => response.destroy(),
    );
  });
  return Object.assign(await listen(server), { received });
}

/** Starts a TLS server that calls `speak` on each connection when the first bytes of a request arrive. */
export function startTlsReceiver(
  certificate: TestCertificate,
  speak: (socket: TLSSocket) => void,
): Promise<Listening> {
  const server = createTlsServer(keyPair(certificate), (socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => speak(socket));
  });
  return listen(server);
}

/** Starts a TCP server without TLS. */
export const startTcpReceiver = (accept: (socket: Socket) => void): Promise<Listening> =>
  listen(createTcpServer(accept));

async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  // The clients of some tests reject the certificate, which causes this error.
  server.on("tlsClientError", (_error: Error, socket: TLSSocket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return {
    port: address.port,
    origin: `https://127.0.0.1:${address.port}`,
    connectionCount: () => connections,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
