import type { Inngest, InngestFunction } from "inngest";
import type { AppRequest } from "../engine/app-transport";
import type { LogLine } from "../engine/log-line";
import type { Executor } from "../executor";
import type { AppAnswer } from "../protocol/call-answer";
import type { RunDetail } from "../state/run-history";

/** Creates the functions that the app serves, using the app's client. */
export type MakeFunctions = (client: Inngest) => readonly InngestFunction.Any[];

/** The options for starting an engine of the suite. */
export interface EngineOptions {
  readonly callsMax?: number;
  /** Intercepts requests, starting with the first. */
  readonly intercept?: Intercept;
  /** Whether startup waits for the first sync; true by default. False for functions that are rejected. */
  readonly isSyncExpected?: boolean;
}

/** Starts an app and an executor on an empty database; both stop when the test ends. */
export type StartEngine = (
  makeFunctions: MakeFunctions,
  options?: EngineOptions,
) => Promise<EngineUnderTest>;

/** One request to continue a run, as the executor sent it. */
export interface AppCall {
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CallBody;
}

/** The parts of a call's body that the suite checks. */
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

/** Intercepts calls and syncs between the executor and the app; without it, every request is forwarded. */
export type Intercept = (
  request: AppRequest,
  forward: (changed?: AppRequest) => Promise<AppAnswer>,
) => Promise<AppAnswer>;

/** An app and an executor for one test, with a clock that only the test moves. */
export interface EngineUnderTest {
  /** The app's client; `send` uses the executor's event API. */
  readonly client: Inngest;
  readonly appUrl: string;
  readonly signingKey: string;
  /** The requests to continue runs, in the order in which they were sent; sync requests are not included. */
  readonly calls: readonly AppCall[];
  readonly logLines: readonly LogLine[];
  now(): number;
  state(): ReturnType<Executor["state"]>;
  intercept(intercept: Intercept): void;
  /**
   * Drops the next `count` responses of the event API: the executor receives the requests, but the client gets no
   * response.
   */
  loseEventAnswers(count: number): void;
  /** Replaces the served functions, as a deployment does; the executor is not notified. */
  deploy(makeFunctions: MakeFunctions): void;
  /** Makes the executor ask the app for its functions again. */
  sync(): Promise<void>;
  /** Resolves when no call is running and nothing is due. */
  settled(): Promise<void>;
  /** Sends these events once, without the SDK, and returns the event API's response. */
  postEvents(events: readonly unknown[]): Promise<Response>;
  /** Sends one event. Resolves once everything that the event triggers immediately is done. */
  trigger(name: string, data?: Record<string, unknown>, id?: string): Promise<void>;
  /** Lets time pass; actions that become due in the meantime run when they are due. */
  pass(durationMs: number): Promise<void>;
  /** Moves the clock without waiting for anything. */
  tick(durationMs: number): void;
  /** Advances the clock to the time at which the only live run is due, and returns how far the clock moved. */
  passUntilDue(): Promise<number>;
  /** Resolves with all runs, or with those of one function (its id without the prefix of the app), oldest first. */
  runs(functionId?: string): Promise<readonly RunDetail[]>;
  /** Resolves with the only run; throws if there are none or several. */
  run(functionId?: string): Promise<RunDetail>;
  retryRun(id: string): Promise<string>;
  /** Runs a statement on the executor's tables, for changes that no executor would make. */
  query(text: string): Promise<void>;
  /** Stops the executor. */
  stopExecutor(): Promise<void>;
  /** Starts a new executor on the same database; the clock continues. */
  startExecutor(): Promise<void>;
}

/** Creates a text response with some headers, as a transport returns it. */
export function makeAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): AppAnswer {
  return { status, headers: new Headers(headers), body };
}

/** Creates an SDK response with these ops. */
export function answerWithOps(ops: unknown, headers: Readonly<Record<string, string>> = {}) {
  return makeAnswer(206, JSON.stringify(ops), {
    "content-type": "application/json",
    "x-inngest-sdk": "inngest-js:v4.24.0",
    "x-inngest-req-version": "2",
    "x-inngest-no-retry": "false",
    ...headers,
  });
}
