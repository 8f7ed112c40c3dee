import type pg from "pg";

/** The external effects of steps, counted by the database. */
export interface Effects {
  /** Records one execution of a step. Each step of a run has one row, which counts its executions. */
  record(runId: string, step: string): Promise<void>;
}

/** The number of step executions. */
export interface EffectCounts {
  readonly steps: number;
  /** The number of executions beyond the first of each step. A step is executed again if its response was cut off. */
  readonly repeats: number;
}

/** Creates the table of effects. */
export async function createEffectTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    "CREATE TABLE effect (run_id text, step text, times int NOT NULL, PRIMARY KEY (run_id, step))",
  );
}

/** Creates effects that are recorded through the pool. */
export function createEffects(pool: pg.Pool): Effects {
  return {
    record: async (runId, step) => {
      await pool.query(
        `INSERT INTO effect VALUES ($1, $2, 1)
         ON CONFLICT (run_id, step) DO UPDATE SET times = effect.times + 1`,
        [runId, step],
      );
    },
  };
}

/** Counts the recorded effects. */
export async function countEffects(client: pg.ClientBase): Promise<EffectCounts> {
  const { rows } = await client.query(
    "SELECT count(*)::int AS steps, coalesce(sum(times - 1), 0)::int AS repeats FROM effect",
  );
  return rows[0];
}
