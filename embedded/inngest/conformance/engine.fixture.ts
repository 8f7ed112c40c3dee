import type { Inngest, InngestFunction } from "inngest";
import type { AppRequest } from "../engine/app-transport";
import type { LogLine } from "../engine/log-line";
import type { Executor } from "../executor";
import type { AppAnswer } from "../protocol/call-answer";
import type { RunDetail } from "../state/run-history";

/** Makes the functions that the app serves; they take their steps from its client. */
export type MakeFunctions = (client: Inngest) => readonly InngestFunction.Any[];

/** What an engine of the suite is started with. */
export interface EngineOptions {
  readonly callsMax?: number;
  /** In place from the first request on. */
  readonly intercept?: Intercept;
  /** Default true: resolves after the first sync. False for functions that are refused. */
  readonly isSyncExpected?: boolean;
}

/** Starts app and executor over an empty database; both end with the test. */
export type StartEngine = (
  makeFunctions: MakeFunctions,
  options?: EngineOptions,
) => Promise<EngineUnderTest>;

/** One request for a run, as it left the executor. */
export interface AppCall {
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CallBody;
}

/** The parts of a call's body that the suite looks at. */
export interface CallBody {
  readonly event: { readonly id: string; readonly name: string; readonly data: unknown };
  readonly steps: Readonly<Record<string, unknown>>;
  readonly ctx: {
    readonly run_id: string;
    readonly attempt: number;
    readonly max_attempts: number;
    readonly stack: { readonly stack: readonly string[]; readonly current: number };
  };
}

/** Stands between executor and app; without it every request is forwarded. It sees calls and syncs. */
export type Intercept = (
  request: AppRequest,
  forward: (changed?: AppRequest) => Promise<AppAnswer>,
) => Promise<AppAnswer>;

/** An app and an executor of one test, with a clock that only the test moves. */
export interface EngineUnderTest {
  /** The app's client; `send` goes through the executor's event API. */
  readonly client: Inngest;
  readonly appUrl: string;
  readonly signingKey: string;
  /** Requests for runs in their order, syncs left out. */
  readonly calls: readonly AppCall[];
  readonly logLines: readonly LogLine[];
  now(): number;
  state(): ReturnType<Executor["state"]>;
  intercept(intercept: Intercept): void;
  /** The next answers of the event API never reach the client, though its requests reach the executor. */
  loseEventAnswers(count: number): void;
  /** Replaces the served functions, as a deployment does; the executor is not told. */
  deploy(makeFunctions: MakeFunctions): void;
  /** Asks the app for its functions. */
  sync(): Promise<void>;
  /** Resolves when no call runs and nothing is due. */
  settled(): Promise<void>;
  /** Sends these events once, without the SDK, and returns the event API's answer. */
  postEvents(events: readonly unknown[]): Promise<Response>;
  /** Sends one event and resolves when everything that follows at once is done. */
  trigger(name: string, data?: Record<string, unknown>, id?: string): Promise<void>;
  /** Lets the time pass; what falls due meanwhile is done at its time. */
  pass(durationMs: number): Promise<void>;
  /** Moves the clock and waits for nothing. */
  tick(durationMs: number): void;
  /** Goes to the time at which the only live run is due, and returns how long that took. */
  passUntilDue(): Promise<number>;
  /** All runs of a function (its id without the app's), oldest first. */
  runs(functionId?: string): Promise<readonly RunDetail[]>;
  /** The only run; throws when there are none or several. */
  run(functionId?: string): Promise<RunDetail>;
  retryRun(id: string): Promise<string>;
  /** Does something to the executor's tables that no executor does. */
  query(text: string): Promise<void>;
  /** Ends the executor. */
  stopExecutor(): Promise<void>;
  /** A new executor on the same database; the clock goes on. */
  startExecutor(): Promise<void>;
}

/** A text answer with some headers, as a transport returns it. */
export function makeAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): AppAnswer {
  return { status, headers: new Headers(headers), body };
}

/** An answer of the SDK with these ops. */
export function answerWithOps(ops: unknown, headers: Readonly<Record<string, string>> = {}) {
  return makeAnswer(206, JSON.stringify(ops), {
    "content-type": "application/json",
    "x-inngest-sdk": "inngest-js:v4.24.0",
    "x-inngest-req-version": "2",
    "x-inngest-no-retry": "false",
    ...headers,
  });
}
