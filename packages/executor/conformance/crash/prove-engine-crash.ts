import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { countEffects, type EffectCounts } from "../effects";
import { type Kill, planKills } from "./kill-plan";
import {
  type KillableEngine,
  type KillablePostgres,
  startKillableEngine,
  withDatabase,
} from "./killable-engine";

/** The number of runs to execute, and the number of kills to spread over them. */
export interface EngineCrashPlan {
  readonly runs: number;
  readonly stepsPerRun: number;
  readonly kills: number;
  readonly seed: number;
}

/** The contents of the database once every run has ended. */
export interface EngineCrashProof {
  readonly kills: readonly Kill[];
  readonly starts: ReturnType<KillableEngine["starts"]>;
  /** Number of runs by status. */
  readonly runs: Readonly<Record<string, number>>;
  /** Number of runs whose result differs from what their function returned. */
  readonly wrongResults: number;
  readonly stepRows: number;
  readonly effects: EffectCounts;
  readonly failedAttempts: number;
  readonly durationMs: number;
}

const NO_PROGRESS_MAX_MS = 120_000;
const LOOK_AGAIN_MS = 100;

/**
 * Executes many runs while kill -9 hits the executor, the app and PostgreSQL, until every run has ended. A killed process
 * keeps what it has passed to the operating system, so this does not prove that runs survive a power cut.
 * @throws Error if no step is executed for two minutes
 */
export async function proveEngineCrash(
  plan: EngineCrashPlan,
  postgres: KillablePostgres,
  log: (line: string) => void,
): Promise<EngineCrashProof> {
  log(`Seed ${plan.seed}: ${plan.runs} runs of ${plan.stepsPerRun} steps, ${plan.kills} kills`);
  const progress = createProgress();
  const engine = await startKillableEngine(postgres, progress.add);
  try {
    const startedMs = performance.now();
    await sendWork(engine.eventUrl, plan);
    const kills = planKills({ ...plan, steps: plan.runs * plan.stepsPerRun });
    for (const kill of kills) {
      await progress.untilSteps(kill.afterSteps);
      await sleep(kill.delayMs);
      log(`  kill -9 ${kill.victim} after ${progress.steps()} steps and ${kill.delayMs} ms`);
      await engine.kill(kill.victim);
    }
    await untilAllEnded(engine.databaseUrl);
    const durationMs = Math.round(performance.now() - startedMs);
    const found = await withDatabase(engine.databaseUrl, (client) => look(client, plan));
    return { kills, starts: engine.starts(), durationMs, ...found };
  } finally {
    await engine.stop();
  }
}

/** Lists the faults in the outcome, one sentence for each. The list is empty if every step was saved exactly once. */
export function findFaults(plan: EngineCrashPlan, proof: EngineCrashProof): readonly string[] {
  const steps = plan.runs * plan.stepsPerRun;
  const { completed = 0, ...others } = proof.runs;
  const checks: [boolean, string][] = [
    [proof.kills.length === plan.kills, `${proof.kills.length} kills instead of ${plan.kills}`],
    [completed === plan.runs, `${completed} runs completed instead of ${plan.runs}`],
    [Object.keys(others).length === 0, `other runs: ${JSON.stringify(others)}`],
    [proof.wrongResults === 0, `${proof.wrongResults} runs have a wrong result`],
    [proof.stepRows === steps, `${proof.stepRows} saved steps instead of ${steps}`],
    [proof.effects.steps === steps, `${proof.effects.steps} effects instead of ${steps}`],
  ];
  return checks.flatMap(([isWell, sentence]) => (isWell ? [] : [sentence]));
}

/** Counts executed steps, including repeats. */
function createProgress() {
  let steps = 0;
  let heard: () => void = () => undefined;
  return {
    steps: () => steps,
    add: () => {
      steps += 1;
      heard();
    },
    untilSteps: async (count: number) => {
      while (steps < count) {
        const late = new AbortController();
        const next = new Promise<true>((resolve) => {
          heard = () => resolve(true);
        });
        const stuck = sleep(NO_PROGRESS_MAX_MS, false, { signal: late.signal });
        stuck.catch(() => undefined);
        const isHeard = await Promise.race([next, stuck]);
        late.abort();
        if (!isHeard) throw new Error(`No step was executed for 2 minutes, after ${steps}.`);
      }
    },
  };
}

/** Retries the send until it gets a response, as the SDK does; the event ids make retries harmless. */
async function sendWork(eventUrl: string, { runs, stepsPerRun }: EngineCrashPlan): Promise<void> {
  const events = Array.from({ length: runs }, (_, index) => ({
    id: `work-${index + 1}`,
    name: "work",
    data: { steps: stepsPerRun },
    ts: Date.now(),
  }));
  const body = JSON.stringify(events);
  const headers = { "content-type": "application/json" };
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(eventUrl, { method: "POST", headers, body });
    if (answer.status === 200) return;
    const text = await answer.text();
    if (answer.status !== 503 || tries === 100) throw new Error(`${answer.status} ${text}`);
    await sleep(LOOK_AGAIN_MS);
  }
}

async function untilAllEnded(databaseUrl: string): Promise<void> {
  let lastChange = { live: -1, seq: -1, atMs: performance.now() };
  for (;;) {
    const found = await withDatabase(databaseUrl, readLiveRuns).catch(() => null);
    if (found?.live === 0) return;
    if (found && (found.live !== lastChange.live || found.seq !== lastChange.seq)) {
      lastChange = { ...found, atMs: performance.now() };
    }
    if (performance.now() - lastChange.atMs > NO_PROGRESS_MAX_MS) {
      throw new Error(`${lastChange.live} runs are stuck.`);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

async function readLiveRuns(client: pg.Client): Promise<{ live: number; seq: number }> {
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE status = 'running')::int AS live, sum(seq)::int AS seq
     FROM inngest_embedded.run`,
  );
  return rows[0];
}

async function look(client: pg.Client, { stepsPerRun }: EngineCrashPlan) {
  const { rows: statuses } = await client.query(
    "SELECT status, count(*)::int AS count FROM inngest_embedded.run GROUP BY status",
  );
  const { rows: counts } = await client.query(
    `SELECT (SELECT count(*)::int FROM inngest_embedded.step) AS "stepRows",
       (SELECT count(*)::int FROM inngest_embedded.attempt) AS "failedAttempts",
       (SELECT count(*)::int FROM inngest_embedded.run
        WHERE result::text IS DISTINCT FROM $1) AS "wrongResults"`,
    [String(stepsPerRun)],
  );
  const runs = Object.fromEntries(statuses.map(({ status, count }) => [status, count]));
  const { stepRows, failedAttempts, wrongResults } = counts[0];
  return { runs, stepRows, failedAttempts, wrongResults, effects: await countEffects(client) };
}
