import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, statSync } from "node:fs";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { join } from "node:path";
import { waitForDirectoryLock } from "@stagedoor/object-store/directory-lock";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { PREVIOUS_SECRET_VALID_SECONDS } from "@/lib/notifications/rules/webhook-secret";
import { listen } from "../find-listener";
import { hasErrnoCode, parseJson, readFileIfExists, writeFileAtomically } from "../small-files";
import { answerRequest } from "./answer-request";
import { type BehaviourChoice, createBehaviours } from "./behaviours";
import {
  authorityFile,
  issueCertificates,
  type ReceiverCertificates,
  readOrCreateAuthority,
} from "./certificates";
import { type RunningReceiver, secretsSchema } from "./control-api";
import { openNotificationLog } from "./notification-log";
import type { ReceivedNotification } from "./received-notification";

const NOTIFICATIONS_KEPT = 1_000;
const CONTROL_TOKEN_BYTES = 32;

/** A receiver that stores its authority and its notifications in `<dataDir>/receiver/`. */
export interface KeptReceiver extends Receiver {
  /** The PEM file that a sender sets as WEBHOOK_EXTRA_CA_FILE. */
  readonly authorityFile: string;
}

/** The options of a kept receiver. */
export interface KeptReceiverOptions extends Pick<ReceiverOptions, "port" | "secrets" | "print"> {
  readonly dataDir: string;
  /** Whether secrets that are set at run time remain in use after a restart, in addition to `secrets`. */
  readonly keepsSecrets: boolean;
  /** A random token by default. */
  readonly controlToken?: string;
  /** How long to wait for an owner that is about to release the folder. By default, the receiver does not wait. */
  readonly folderPatienceMs?: number;
}

/**
 * Starts a receiver as the only owner of its folder. After a restart, it has the same authority, the last 1,000
 * notifications, and the ids of the notifications that it answered with 200.
 * @throws DirectoryInUseError if another process holds the folder; Error if the port is in use
 */
export async function startKeptReceiver({
  dataDir,
  keepsSecrets,
  folderPatienceMs = 0,
  controlToken = randomBytes(CONTROL_TOKEN_BYTES).toString("base64url"),
  ...options
}: KeptReceiverOptions): Promise<KeptReceiver> {
  const directory = receiverDirectory(dataDir);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const deadlineMs = Date.now() + folderPatienceMs;
  const lock = await waitForDirectoryLock(join(directory, ".lock"), () => Date.now() < deadlineMs);
  try {
    const now = new Date();
    const secretsFile = join(directory, "secrets.json");
    const keptSecrets = keepsSecrets ? readKeptSecrets(secretsFile, now, options.print) : [];
    const receiver = await startReceiver({
      ...options,
      controlToken,
      // The launcher's secrets date from the start of Stagedoor, and the stored secrets may come from a later rotation.
      secrets: [...new Set([...options.secrets, ...keptSecrets])],
      keepSecrets: (secrets) => {
        if (keepsSecrets) writeFileAtomically(secretsFile, `${JSON.stringify(secrets)}\n`);
      },
      certificates: await issueCertificates(await readOrCreateAuthority(directory, now), now),
      logFile: join(directory, "notifications.jsonl"),
      notificationsKept: NOTIFICATIONS_KEPT,
      onChange: () => undefined,
    });
    return {
      ...receiver,
      authorityFile: authorityFile(directory),
      stop: () => receiver.stop().finally(() => lock.release()),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the folder that contains a receiver's files. */
export const receiverDirectory = (dataDir: string) => join(dataDir, "receiver");

/** All secrets except the newest one expire a day after they were written. An unreadable file counts as empty. */
function readKeptSecrets(file: string, now: Date, print: (line: string) => void) {
  const text = readFileIfExists(file);
  if (text === null) return [];
  const secrets = secretsSchema.safeParse(parseJson(text)).data ?? null;
  if (secrets === null) {
    print(`${file} contains no signing secrets and was skipped.`);
    return [];
  }
  const ageSeconds = (now.getTime() - statSync(file).mtimeMs) / 1_000;
  return ageSeconds > PREVIOUS_SECRET_VALID_SECONDS ? secrets.slice(0, 1) : secrets;
}

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
