import { once } from "node:events";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { hasErrnoCode } from "../has-errno-code";
import { listen } from "../listen";
import { answerRequest } from "./answer-request";
import { type BehaviourChoice, createBehaviours } from "./behaviours";
import type { ReceiverCertificates } from "./certificates";
import type { RunningReceiver } from "./control-api";
import { openNotificationLog } from "./notification-log";
import type { ReceivedNotification } from "./received-notification";

const HOST = "127.0.0.1";
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than a sender keeps a connection open, so that no connection is closed just as it is reused. */
const KEEP_ALIVE_TIMEOUT_MS = 60_000;

/** The options of a receiver. */
export interface ReceiverOptions {
  /** 0 selects any free port. */
  readonly port: number;
  /**
   * Secrets of the form `whsec_…`. A notification may be signed with any of them. If there are none, every notification
   * is accepted and reported as not verified.
   */
  readonly secrets: readonly string[];
  readonly certificates: ReceiverCertificates;
  readonly controlToken: string;
  /** Stores new secrets before they are used. If it throws, the previous secrets stay in use. */
  readonly keepSecrets: (secrets: readonly string[]) => void;
  /** The file from which notifications are restored after a restart; null to keep them in memory only. */
  readonly logFile: string | null;
  readonly notificationsKept: number;
  /** Receives one line per notification. */
  readonly print: (line: string) => void;
  /** Called after each arrival, and after each decision about a response. */
  readonly onChange: () => void;
}

/** A running receiver. */
export interface Receiver {
  readonly port: number;
  /** `https://127.0.0.1:<port>`. It accepts notifications on every path except those below `/_receiver/`. */
  readonly origin: string;
  /** The certificate, in PEM format, of the authority that a sender must trust. */
  readonly certificateAuthority: string;
  readonly controlToken: string;
  /**
   * A copy of the list of all arrivals in order, including rejected notifications and other requests. The receiver still
   * sets `answered` on its items.
   */
  notifications(): readonly ReceivedNotification[];
  /**
   * The behaviour applies from the next request on. If `requests` is given, it applies to that many requests, and then
   * the previous behaviour applies again.
   */
  setBehaviour(choice: BehaviourChoice, requests?: number): void;
  setSecrets(secrets: readonly string[]): void;
  /**
   * Closes all connections, including those that hang, and resolves when the port is free again. Can be called
   * repeatedly.
   */
  stop(): Promise<void>;
}

/**
 * Starts an HTTPS server on 127.0.0.1 that verifies and stores notifications, and responds as configured.
 * @throws Error if the port is in use, or if the log file cannot be used
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { certificates, controlToken, print, onChange } = options;
  const log = openNotificationLog(options.logFile, options.notificationsKept);
  if (log.unreadableLines > 0) {
    print(`Skipped ${log.unreadableLines} unreadable line(s) of ${options.logFile}.`);
  }
  const running = {
    origin: "",
    controlToken,
    log,
    behaviours: createBehaviours(),
    secrets: options.secrets,
    setSecrets: (secrets: readonly string[]) => {
      options.keepSecrets(secrets);
      running.secrets = secrets;
    },
    print,
    onChange,
  };
  const server = createReceiverServer(running, certificates);
  const port = await listen(server.https, HOST, options.port);
  running.origin = `https://${HOST}:${port}`;
  let stopped: Promise<void> | null = null;
  return {
    port,
    origin: running.origin,
    certificateAuthority: certificates.authority,
    controlToken,
    notifications: () => [...log.notifications()],
    setBehaviour: running.behaviours.set,
    setSecrets: running.setSecrets,
    stop: () => {
      stopped ??= server.close();
      return stopped;
    },
  };
}

function createReceiverServer(receiver: RunningReceiver, { server }: ReceiverCertificates) {
  const sockets = new Set<Socket>();
  const answering = new Set<Promise<void>>();
  const https = createServer({
    cert: server.certificate,
    key: server.privateKey,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  https.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  https.on("tlsClientError", (error) => {
    // A program that only checks whether the port is open disconnects in this way.
    if (hasErrnoCode(error, "ECONNRESET")) return;
    receiver.print(
      `The TLS handshake with a sender failed: ${error.message}. Does it trust our certificate authority?`,
    );
  });
  https.on("request", (request, response) => {
    const answer = answerRequest(receiver, request, response).catch((error: unknown) => {
      receiver.print(`A request failed: ${errorMessage(error)}.`);
      if (!response.headersSent) response.writeHead(500).end();
    });
    answering.add(answer);
    void answer.finally(() => answering.delete(answer));
  });
  const close = async () => {
    const closed = once(https, "close");
    https.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    await Promise.all(answering);
  };
  return { https, close };
}
