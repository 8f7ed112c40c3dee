import { Inngest, type InngestFunction } from "inngest";
import pg from "pg";
import { onTestFinished, vi } from "vitest";
import type { AppRequest, CallApp } from "../engine/app-transport";
import type { LogLine } from "../engine/log-line";
import { createExecutor, type Executor } from "../executor";
import { makeDatabase } from "../executor.fixture";
import type { AppAnswer } from "../protocol/call-answer";
import type {
  AppCall,
  EngineOptions,
  EngineUnderTest,
  Intercept,
  MakeFunctions,
  StartEngine,
} from "./engine.fixture";
import { createTestClock, type TestClock } from "./test-clock";

/** The key that signs requests in both directions. */
export const SIGNING_KEY = `signkey-prod-${"ab".repeat(32)}`;

/** The key that the event API accepts. */
export const EVENT_KEY = "test-event-key";

/** The app's own id, the prefix of every function id. */
const APP_ID = "app";

/** A running app, with the means to call it and to change its functions. */
export interface ServedApp {
  readonly appUrl: string;
  readonly callApp: CallApp;
  serve(client: Inngest, functions: readonly InngestFunction.Any[]): void;
  stop(): Promise<void>;
}

/** One executor's event API, for requests to `/e/<key>`. */
export interface EventApi {
  fetch(path: string, init: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** The connection between the app and the executor. */
export interface Transport {
  startApp(): Promise<ServedApp>;
  openEventApi(executor: Executor, now: () => number): Promise<EventApi>;
}

/** Returns a function that starts engines over this transport, each with its own database. */
export function startEngineOver(transport: Transport): StartEngine {
  return async (makeFunctions, options = {}) => {
    const databaseUrl = await makeDatabase();
    const clock = createTestClock();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const app = await transport.startApp();
    onTestFinished(() => app.stop());
    const engine = new TestEngine(transport, app, clock, databaseUrl, options);
    onTestFinished(() => engine.stopExecutor());
    app.serve(engine.client, makeFunctions(engine.client));
    await engine.startExecutor();
    await engine.settled();
    return engine;
  };
}

class TestEngine implements EngineUnderTest {
  readonly calls: AppCall[] = [];
  readonly logLines: LogLine[] = [];
  readonly signingKey = SIGNING_KEY;
  readonly client: Inngest;
  private running: { readonly executor: Executor; readonly eventApi: EventApi } | null = null;
  private answersToLose = 0;
  private interceptor: Intercept;

  constructor(
    private readonly transport: Transport,
    private readonly app: ServedApp,
    private readonly clock: TestClock,
    private readonly databaseUrl: string,
    private readonly options: EngineOptions,
  ) {
    this.interceptor = options.intercept ?? ((_request, forward) => forward());
    const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
    this.client = new Inngest({
      id: APP_ID,
      isDev: false,
      baseUrl: "http://executor.example",
      eventKey: EVENT_KEY,
      signingKey: SIGNING_KEY,
      logger: silent,
      fetch: async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const answer = await this.current.eventApi.fetch(pathname, init ?? {});
        if (this.answersToLose === 0) return answer;
        this.answersToLose -= 1;
        throw new TypeError("fetch failed");
      },
    });
  }

  get appUrl() {
    return this.app.appUrl;
  }

  now() {
    return this.clock.now();
  }

  state() {
    return this.current.executor.state();
  }

  intercept(intercept: Intercept) {
    this.interceptor = intercept;
  }

  loseEventAnswers(count: number) {
    this.answersToLose = count;
  }

  deploy(makeFunctions: MakeFunctions) {
    this.app.serve(this.client, makeFunctions(this.client));
  }

  async sync() {
    await this.current.executor.sync();
    await this.settled();
  }

  async settled() {
    // An alarm that is set for the current time fires only when the clock is moved.
    this.clock.moveTo(this.clock.now());
    await this.current.executor.settled();
  }

  async trigger(name: string, data: Record<string, unknown> = {}, id?: string) {
    await this.client.send({ name, data, ...(id === undefined ? {} : { id }) });
    await this.settled();
  }

  postEvents(events: readonly unknown[]) {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(events) };
    return this.current.eventApi.fetch(`/e/${EVENT_KEY}`, init);
  }

  async pass(durationMs: number) {
    const endMs = this.clock.now() + durationMs;
    await this.settled();
    for (
      let nextMs = this.clock.nextAlarmMs();
      nextMs !== null && nextMs <= endMs;
      nextMs = this.clock.nextAlarmMs()
    ) {
      this.clock.moveTo(nextMs);
      await this.settled();
    }
    this.clock.moveTo(endMs);
    await this.settled();
  }

  tick(durationMs: number) {
    this.clock.moveTo(this.clock.now() + durationMs);
  }

  async passUntilDue() {
    const live = (await this.runs()).filter(({ status }) => status === "running");
    const [run] = live;
    if (live.length !== 1 || !run?.dueAt) throw new Error(`${live.length} live runs, not one`);
    const durationMs = Date.parse(run.dueAt) - this.clock.now();
    await this.pass(Math.max(0, durationMs));
    return durationMs;
  }

  async runs(functionId?: string) {
    const { executor } = this.current;
    const filter = functionId === undefined ? {} : { functionId: `${APP_ID}-${functionId}` };
    const summaries = await executor.listRuns({ ...filter, limit: 1000 });
    const details = await Promise.all(summaries.map(({ id }) => executor.findRun(id)));
    return details.flatMap((detail) => detail ?? []).toReversed();
  }

  async run(functionId?: string) {
    const [run, ...more] = await this.runs(functionId);
    if (!run || more.length > 0) throw new Error(`${run ? more.length + 1 : 0} runs, not one`);
    return run;
  }

  retryRun(id: string) {
    return this.current.executor.retryRun(id);
  }

  async query(text: string) {
    const client = new pg.Client(this.databaseUrl);
    await client.connect();
    await client.query(text);
    await client.end();
  }

  async stopExecutor() {
    const stopping = this.running;
    this.running = null;
    await stopping?.eventApi.stop();
    await stopping?.executor.stop();
  }

  async startExecutor() {
    const { callsMax } = this.options;
    const executor = createExecutor({
      databaseUrl: this.databaseUrl,
      callApp: (request) => this.callApp(request),
      appUrl: this.app.appUrl,
      signingKey: SIGNING_KEY,
      clock: this.clock,
      ...(callsMax === undefined ? {} : { callsMax }),
      log: (line) => this.logLines.push(line),
      onOwnershipLost: (error) => this.logLines.push({ level: "error", message: error.message }),
    });
    const eventApi = await this.transport.openEventApi(executor, this.clock.now);
    this.running = { executor, eventApi };
    await executor.start();
    if (this.options.isSyncExpected ?? true) await executor.synced();
  }

  private get current() {
    if (!this.running) throw new Error("the executor is stopped");
    return this.running;
  }

  private callApp(request: AppRequest): Promise<AppAnswer> {
    if (request.method === "POST") {
      const { search, headers, body } = request;
      this.calls.push({ search, headers, body: JSON.parse(body) });
    }
    return this.interceptor(request, (changed = request) => this.app.callApp(changed));
  }
}
