import type pg from "pg";

/** What steps did outside, counted by the database. */
export interface Effects {
  /** Records that a step was carried out; one row for each step of a run, and the number of times. */
  record(runId: string, step: string): Promise<void>;
}

/** How often steps were carried out. */
export interface EffectCounts {
  readonly steps: number;
  /** Beyond the first time; a step whose answer was cut off is carried out again. */
  readonly repeats: number;
}

/** Creates the table of effects. */
export async function createEffectTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    "CREATE TABLE effect (run_id text, step text, times int NOT NULL, PRIMARY KEY (run_id, step))",
  );
}

/** Records effects through the pool. */
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

/** Counts what was recorded. */
export async function countEffects(client: pg.ClientBase): Promise<EffectCounts> {
  const { rows } = await client.query(
    "SELECT count(*)::int AS steps, coalesce(sum(times - 1), 0)::int AS repeats FROM effect",
  );
  return rows[0];
}
