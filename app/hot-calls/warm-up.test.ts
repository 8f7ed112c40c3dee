import { describe, expect, test } from "vitest";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { prepareApi } from "../testing/api.fixture";
import { rehearseHotCalls } from "./rehearse-hot-calls";
import { warmUp } from "./warm-up";

const api = prepareApi();
/** Long enough even on a busy machine. */
const PATIENT = { timeMaxMs: 60_000 };

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
    await warmUp({ ...container, logger }, PATIENT);
    unsubscribe();
    expect(await readTraces()).toEqual(before);
    expect(lines()).toEqual([]);
    expect(announced).toBe(0);
  });

  test("opens connections on which the statements of the hot calls are planned", async () => {
    const { pool } = api.container.database;
    await warmUp(api.container);
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

  test("uses only ports without side effects", async () => {
    const requests: string[] = [];
    const ports = new Proxy(api.container.ports, {
      get: (real, name) => {
        const port: unknown = Reflect.get(real, name);
        const isPlain = ["storage", "clock", "ids", "randomness", "limits"].includes(String(name));
        if (isPlain || typeof port !== "object" || port === null) return port;
        return new Proxy(port, {
          get: (parts, part) => {
            const value: unknown = Reflect.get(parts, part);
            if (typeof value === "function") requests.push(`${String(name)}.${String(part)}`);
            return value;
          },
        });
      },
    });
    await rehearseHotCalls({ ...api.container, ports }, 100);
    expect(requests).toEqual([]);
  });

  test("reports a rejected call", async () => {
    const settings = { ...api.container.settings };
    const clientAddress = () => {
      throw new Error("no address");
    };
    await expect(
      rehearseHotCalls({ ...api.container, settings, clientAddress }, 100),
    ).rejects.toThrow("no address");
  });
});
