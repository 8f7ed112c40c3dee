import type pg from "pg";
import { withDatabase } from "./database-errors";

/** A UUID that no row has and that sorts before all other UUIDs. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** Runs one statement on any connection of a pool. @throws DomainError `database-unavailable` */
export type Query = <Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
  values?: unknown[],
) => Promise<pg.QueryResult<Row>>;

/** Creates the function that repositories use to query a pool outside a transaction. */
export const createQuery =
  (pool: pg.Pool): Query =>
  (statement, values = statement.values ?? []) =>
    withDatabase(() => pool.query({ ...statement, values }));
