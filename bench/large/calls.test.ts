import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { readSamples } from "./calls";
import { fillDatabase } from "./fill-database";
import { CALLS } from "./notification-calls";

test("every call that the benchmark measures succeeds", async () => {
  const { url, drop } = await createThrowawayDatabase(inject("postgresUrl"));
  onTestFinished(drop);
  const { signal } = new AbortController();
  await fillDatabase(url, { documents: 2_000, assets: 100 }, { signal });
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  const samples = await readSamples(pool);
  const failed: string[] = [];
  for (const { what, run } of CALLS) {
    await run({ pool, samples }).catch((error) => failed.push(`${what}: ${error}`));
  }
  expect(failed).toEqual([]);
});
