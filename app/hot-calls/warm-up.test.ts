import { describe, expect, test } from "vitest";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { prepareApi } from "../testing/api.fixture";
import { warmUp } from "./warm-up";

const api = prepareApi();
/** Long enough even on a busy machine. */
const PATIENT_MS = 60_000;

/** Reads everything that a call would leave in the database, including the id counters. */
async function readTraces() {
  const { pool } = api.container.database;
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM staged_document) AS documents,
           (SELECT count(*) FROM status_change) AS changes,
           (SELECT count(*) FROM idempotency_key) AS claims,
           (SELECT count(last_used_at) FROM api_key) AS uses,
           (SELECT count(*) FROM pg_sequences
            WHERE schemaname = current_schema() AND last_value IS NOT NULL) AS counters`);
  return rows[0];
}

describe("a warm-up", () => {
  test("leaves nothing in the database or the log, and reports no change", async () => {
    const { logger, lines } = createInMemoryLogger();
    const { container } = api;
    let announced = 0;
    const unsubscribe = container.changes.subscribe(() => {
      announced += 1;
    });
    const before = await readTraces();
    await warmUp({ ...container, logger }, PATIENT_MS);
    unsubscribe();
    expect(await readTraces()).toEqual(before);
    expect(lines()).toEqual([]);
    expect(announced).toBe(0);
  });

  test("opens connections on which the statements of the hot calls are planned", async () => {
    const { pool } = api.container.database;
    await warmUp(api.container, PATIENT_MS);
    expect(pool.totalCount).toBe(10);
    expect(pool.idleCount).toBe(10);
    const { rows } = await pool.query(
      "SELECT name FROM pg_prepared_statements WHERE generic_plans > 0 ORDER BY name",
    );
    expect(rows.map(({ name }) => name)).toEqual([
      "api-key-find-and-touch",
      "staged-document-compare-and-set",
      "staged-document-create",
      "staged-document-find",
    ]);
  });

  test("logs one warning if it fails, and startup continues", async () => {
    const { logger, lines } = createInMemoryLogger();
    const warmConnections = () => Promise.reject(new Error("connect ECONNREFUSED"));
    await warmUp({ ...api.container, logger, warmConnections });
    expect(lines()).toMatchObject([{ level: 40, err: { message: "connect ECONNREFUSED" } }]);
  });

  test("logs one warning if it takes too long, and startup continues", async () => {
    const { logger, lines } = createInMemoryLogger();
    const warmConnections = () => new Promise<never>(() => undefined);
    await warmUp({ ...api.container, logger, warmConnections });
    expect(lines()).toMatchObject([{ level: 40, err: { message: /2000 ms/ } }]);
  });

  test("logs one warning if a call cannot be answered, and startup continues", async () => {
    const { logger, lines } = createInMemoryLogger();
    const clientAddress = () => {
      throw new Error("no address");
    };
    await warmUp({ ...api.container, logger, clientAddress });
    expect(lines()).toMatchObject([{ level: 40, err: { message: "no address" } }]);
  });

  test("logs one warning if a call is answered with anything but 404, and startup continues", async () => {
    const { logger, lines } = createInMemoryLogger();
    const { ports } = api.container;
    const choice = () => Promise.reject(new Error("of the test"));
    const processing = { ...ports.processing, choice };
    await warmUp({ ...api.container, logger, ports: { ...ports, processing } });
    expect(lines()).toMatchObject([
      { level: 40, err: { message: "a warm-up call was answered with 500" } },
    ]);
  });
});
