import type pg from "pg";
import type {
  DocumentObjects,
  DuePage,
  SweepPosition,
  SweepRepository,
} from "@/lib/upkeep/ports/sweep";
import { createQuery, NIL_UUID } from "../core/query";
import { toKnownStatus } from "../core/rows";
import { SWEEP_STATEMENTS } from "./sweep-statements";

/** Reads the sweep's lists from PostgreSQL. Each list has an index that contains few rows other than the due ones. */
export function createSweepRepository(pool: pg.Pool): SweepRepository {
  const query = createQuery(pool);
  const listDue = async <Row extends SweepPosition>(
    statement: pg.QueryConfig,
    { by, after, limit }: DuePage,
  ) => {
    const { at, uuid } = after ?? { at: new Date(0), uuid: NIL_UUID };
    return (await query<Row>(statement, [by, at, uuid, limit])).rows;
  };
  return {
    listAwaited: (page) => listDue(SWEEP_STATEMENTS.listAwaited, page),
    listErasable: (page) => listDue(SWEEP_STATEMENTS.listErasable, page),
    async findObjects(uuids) {
      const { rows } = await query<DocumentObjects>(SWEEP_STATEMENTS.findObjects, [uuids]);
      return rows.map((row) => ({ ...row, status: toKnownStatus(row.status) }));
    },
    async eraseContent(uuid, at) {
      const { rows } = await query<{ pages: number }>(SWEEP_STATEMENTS.eraseContent, [uuid, at]);
      return rows[0]?.pages ?? 0;
    },
    removeIdempotencyKeys: async (storedBy, limit) =>
      (await query(SWEEP_STATEMENTS.removeIdempotencyKeys, [storedBy, limit])).rowCount ?? 0,
  };
}
