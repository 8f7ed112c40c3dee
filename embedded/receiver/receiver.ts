import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { hasErrnoCode } from "../has-errno-code";
import { type BehaviourChoice, createBehaviourPlan } from "./behaviours";
import {
  createCertificates,
  type KeyedCertificate,
  type ReceiverCertificates,
} from "./certificates";
import { handleExchange, type RunningReceiver } from "./handle-exchange";
import { openNotificationLog } from "./notification-log";
import type { ReceivedNotification } from "./received-notification";
import { createWaitingList } from "./waiting-list";

const HOST = "127.0.0.1";
const WAIT_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than a sender keeps a connection, so that none is closed just when it is used again. */
const KEEP_ALIVE_TIMEOUT_MS = 60_000;
const CONTROL_TOKEN_BYTES = 32;

/** What a receiver starts with. */
export interface ReceiverOptions {
  /** 0: any free one. */
  readonly port: number;
  /** `whsec_…`; any of them may have signed. None: everything is accepted and reported as not verified. */
  readonly secrets: readonly string[];
  /** Left out: fresh ones of an authority of its own. */
  readonly certificates?: ReceiverCertificates;
  /** Left out: a random one. */
  readonly controlToken?: string;
  /** Keeps secrets that are told while it runs; when it throws, the ones of before hold on. Left out: nobody does. */
  readonly keepSecrets?: (secrets: readonly string[]) => void;
  /** Where notifications outlive a restart. Left out: in memory only. */
  readonly logFile?: string;
  /** Left out: as many as arrive. */
  readonly notificationsKept?: number;
  /** Gets one line per notification. Left out: nothing is printed. */
  readonly print?: (line: string) => void;
}

/** A running receiver. */
export interface Receiver {
  readonly port: number;
  /** `https://127.0.0.1:<port>`; every path but those below `/_receiver/` takes notifications. */
  readonly origin: string;
  /** PEM of the authority that a sender must trust. */
  readonly certificateAuthority: string;
  readonly controlToken: string;
  /** All arrivals in order, refused ones and other requests included. A copy; what is in it still gets its `answered`. */
  notifications(): readonly ReceivedNotification[];
  /**
   * Resolves once the predicate holds for all arrivals; it is asked at once, after each arrival and after each answer.
   * Rejects after the time limit (20 s), saying how many arrived.
   */
  untilReceived(
    predicate: (notifications: readonly ReceivedNotification[]) => boolean,
    timeoutMs?: number,
  ): Promise<readonly ReceivedNotification[]>;
  /** Holds from the next request on; with a number for that many, then again what held for all before. */
  setBehaviour(choice: BehaviourChoice, requests?: number): void;
  setSecrets(secrets: readonly string[]): void;
  /** Closes all connections, also those that hang, and resolves when the port is free again; a second call too. */
  stop(): Promise<void>;
}

/**
 * An HTTPS server on 127.0.0.1 that verifies, remembers and answers notifications as it is told.
 * @throws Error with a sentence when the port is taken, or when the log file cannot be used.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { controlToken = randomBytes(CONTROL_TOKEN_BYTES).toString("base64url") } = options;
  const { print = () => undefined, notificationsKept = Number.POSITIVE_INFINITY } = options;
  const certificates = options.certificates ?? (await createCertificates(new Date()));
  const log = openNotificationLog(options.logFile ?? null, notificationsKept);
  if (log.unreadableLines > 0) {
    print(`${log.unreadableLines} unreadable line(s) of ${options.logFile} were left out.`);
  }
  const arrivals = () => [...log.notifications()];
  const waiting = createWaitingList(arrivals, () => describeArrivals(arrivals()));
  const running: RunningReceiver = {
    origin: "",
    controlToken,
    log,
    behaviours: createBehaviourPlan(),
    secrets: options.secrets,
    setSecrets: (secrets) => {
      options.keepSecrets?.(secrets);
      running.secrets = secrets;
    },
    print,
    onChange: waiting.check,
  };
  const server = createReceiverServer(running, certificates.server);
  const port = await listen(server.https, options.port).catch((error: unknown) => {
    log.close();
    throw error;
  });
  let stopped: Promise<void> | null = null;
  const end = async () => {
    await server.close();
    waiting.end();
    log.close();
  };
  running.origin = `https://${HOST}:${port}`;
  return {
    port,
    origin: running.origin,
    certificateAuthority: certificates.authority,
    controlToken,
    notifications: arrivals,
    untilReceived: (predicate, timeoutMs = WAIT_TIMEOUT_MS) => waiting.until(predicate, timeoutMs),
    setBehaviour: running.behaviours.set,
    setSecrets: running.setSecrets,
    stop: () => {
      stopped ??= end();
      return stopped;
    },
  };
}

function createReceiverServer(
  running: RunningReceiver,
  { certificate, privateKey }: KeyedCertificate,
) {
  const sockets = new Set<Socket>();
  const exchanges = new Set<Promise<void>>();
  const https = createServer({
    cert: certificate,
    key: privateKey,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  https.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  https.on("tlsClientError", (error) => {
    // Who only looks whether the port is open leaves like this.
    if (hasErrnoCode(error, "ECONNRESET")) return;
    running.print(
      `A sender could not agree on TLS: ${error.message}. Does it trust our authority?`,
    );
  });
  https.on("request", (request, response) => {
    const exchange = handleExchange(running, request, response).catch((error: unknown) => {
      running.print(`A request failed: ${error instanceof Error ? error.message : String(error)}.`);
      if (!response.headersSent) response.writeHead(500).end();
    });
    exchanges.add(exchange);
    void exchange.finally(() => exchanges.delete(exchange));
  });
  const close = async () => {
    const closed = once(https, "close");
    https.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    await Promise.all(exchanges);
  };
  return { https, close };
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    server.listen({ host: HOST, port, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    if (!hasErrnoCode(error, "EADDRINUSE")) throw error;
    throw new Error(`port ${port} on ${HOST} is taken by another program.`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

function describeArrivals(notifications: readonly ReceivedNotification[]): string {
  const answers = notifications.slice(-5).map(({ id, attempt, answered }) => {
    return `${id} attempt ${attempt} answered ${answered}`;
  });
  return `${notifications.length} notifications had arrived; the last ones: ${answers.join(", ")}`;
}
