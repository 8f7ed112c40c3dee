import { errorMessage, parseJson } from "../node-helpers";
import type { AppAnswer } from "../protocol/call-answer";
import {
  parseServedFunctions,
  type ServedFunction,
  UnsupportedFunctionsError,
} from "../protocol/served-function";
import type { CallApp } from "./app-transport";
import { signedHeaders } from "./call-function";
import type { ExecutorClock } from "./clock";
import type { Log } from "./log-line";
import type { WorkTracker } from "./work-tracker";

const RESYNC_INTERVAL_MS = 60_000;
const UNREACHED_INTERVAL_MS = 200;
const REFUSED_INTERVAL_MS = 5000;

const SIGNATURE_REFUSED =
  "The app rejected the executor's signature. INNGEST_SIGNING_KEY must be the same for both.";

/** The connection to the app, and the functions that the app serves. Nothing is called while the link is closed. */
export interface AppLink {
  readonly isOpen: boolean;
  /** Whether the functions are known: true from the first sync until the app serves functions that are rejected. */
  readonly isSynced: boolean;
  /** Whether the last sync was rejected because of unsupported functions or the wrong key. */
  readonly isRefused: boolean;
  /** A sentence that says why the link is not open; null if it is open. */
  readonly problem: string | null;
  /** Asks for the functions now. If a sync is already running, another sync follows it. Never rejects. */
  sync(): Promise<void>;
  /**
   * Reports that a call did not reach the app or, if `reason` is null, that the app rejected its signature. Closes the
   * link and syncs again until a sync succeeds.
   */
  reportLoss(reason: string | null): void;
  /** Resolves at the first successful sync. */
  synced(): Promise<void>;
  stop(): void;
}

/** The dependencies of a link. */
export interface AppLinkOptions {
  readonly callApp: CallApp;
  readonly appUrl: string;
  readonly signingKey: string;
  readonly clock: ExecutorClock;
  readonly tracker: WorkTracker;
  readonly log: Log;
  /** Adopts the functions that the app serves. If the returned promise rejects, the sync is retried. */
  readonly adopt: (functions: readonly ServedFunction[]) => Promise<void>;
  readonly onOpen: () => void;
}

/** A failed sync; the message is a complete sentence. */
class SyncError extends Error {}

/** A rejected sync. A retry can only succeed once the app or its configuration has changed. */
class SyncRefusedError extends SyncError {}

/** Creates a closed link. */
export function createAppLink(options: AppLinkOptions): AppLink {
  const { clock, log } = options;
  let problem: string | null = "The app has not been asked for its functions yet.";
  let running: Promise<void> | null = null;
  let isSynced = false;
  let isRefused = false;
  let isStopped = false;
  let revokeTimer: () => void = () => undefined;
  let reportFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    reportFirst = () => resolve();
  });

  const close = (sentence: string, isError: boolean) => {
    if (problem !== sentence) log({ level: isError ? "error" : "warn", message: sentence });
    problem = sentence;
  };

  const attempt = async (): Promise<number> => {
    try {
      const functions = readServed(await ask(options));
      await options.adopt(functions);
    } catch (error) {
      isRefused = error instanceof SyncRefusedError;
      if (isRefused) isSynced = false;
      const isOurs = !(error instanceof SyncError);
      close(isOurs ? notStored(errorMessage(error)) : error.message, isRefused || isOurs);
      return isRefused ? REFUSED_INTERVAL_MS : UNREACHED_INTERVAL_MS;
    }
    if (problem !== null) log({ level: "info", message: "The app is synced." });
    problem = null;
    isRefused = false;
    isSynced = true;
    return RESYNC_INTERVAL_MS;
  };

  const joinSync = () => {
    running ??= options.tracker.track(run());
    return running;
  };

  const run = async () => {
    revokeTimer();
    const intervalMs = await attempt();
    running = null;
    if (isStopped) return;
    revokeTimer = clock.at(clock.now() + intervalMs, () => void joinSync());
    if (problem !== null) return;
    reportFirst();
    options.onOpen();
  };

  return {
    get isOpen() {
      return problem === null && !isStopped;
    },
    get isSynced() {
      return isSynced;
    },
    get isRefused() {
      return isRefused;
    },
    get problem() {
      return problem;
    },
    sync: async () => {
      await running;
      await joinSync();
    },
    reportLoss: (reason) => {
      if (reason === null) close(SIGNATURE_REFUSED, true);
      else if (problem === null) close(unreached(reason), false);
      void joinSync();
    },
    synced: () => first,
    stop: () => {
      isStopped = true;
      revokeTimer();
    },
  };
}

async function ask({ callApp, appUrl, signingKey }: AppLinkOptions): Promise<AppAnswer> {
  const body = JSON.stringify({ url: appUrl });
  try {
    return await callApp({
      method: "PUT",
      search: "",
      headers: { ...signedHeaders(body, signingKey), "x-inngest-sync-kind": "in_band" },
      body,
    });
  } catch (error) {
    throw new SyncError(unreached(errorMessage(error)), { cause: error });
  }
}

function readServed(answer: AppAnswer): readonly ServedFunction[] {
  if (answer.status === 401) {
    throw new SyncRefusedError(SIGNATURE_REFUSED);
  }
  if (answer.status !== 200 || answer.headers.get("x-inngest-sync-kind") !== "in_band") {
    throw new SyncError(
      `The app's address responds, but not like an Inngest endpoint: status ${answer.status}.`,
    );
  }
  const served = parseJson(answer.body);
  if (served === undefined) {
    throw new SyncError("The app's response to the sync is not JSON.");
  }
  try {
    return parseServedFunctions(served);
  } catch (error) {
    if (!(error instanceof UnsupportedFunctionsError)) throw error;
    throw new SyncRefusedError(error.sentences.join("\n"));
  }
}

const notStored = (reason: string) =>
  `The app answered, but its functions could not be saved in the database: ${reason}.`;

const unreached = (reason: string) => `The app cannot be reached: ${reason}.`;
