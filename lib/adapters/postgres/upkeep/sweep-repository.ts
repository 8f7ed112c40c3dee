import type pg from "pg";
import { isStatus } from "@/lib/documents/rules/status";
import type { DocumentObjects, DuePage, SweepRepository } from "@/lib/upkeep/ports/sweep";
import { withDatabase } from "../core/database-errors";
import { SWEEP_STATEMENTS } from "./sweep-statements";

interface DueRow {
  readonly uuid: string;
  readonly at: Date;
  readonly file_object_key: string | null;
}

interface ObjectsRow {
  readonly uuid: string;
  readonly status: number;
  readonly upload_expires_at: Date;
  readonly file_object_key: string | null;
  readonly file_erased_at: Date | null;
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** What the sweeper asks, in PostgreSQL: each list is read from an index that holds little more than what is due. */
export function createSweepRepository(pool: pg.Pool): SweepRepository {
  const query = <Row extends pg.QueryResultRow>(statement: pg.QueryConfig, values: unknown[]) =>
    withDatabase(() => pool.query<Row>({ ...statement, values }));
  const listDue = async (statement: pg.QueryConfig, { by, after, limit }: DuePage) => {
    const { at, uuid } = after ?? { at: new Date(0), uuid: NIL_UUID };
    return (await query<DueRow>(statement, [by, at, uuid, limit])).rows;
  };
  return {
    listAwaited: async (page) =>
      (await listDue(SWEEP_STATEMENTS.listAwaited, page)).map(({ uuid, at }) => ({ uuid, at })),
    listErasable: async (page) =>
      (await listDue(SWEEP_STATEMENTS.listErasable, page)).map(
        ({ uuid, at, file_object_key: objectKey }) => ({ uuid, at, objectKey }),
      ),
    findObjects: async (uuids) =>
      (await query<ObjectsRow>(SWEEP_STATEMENTS.findObjects, [uuids])).rows.map(toDocumentObjects),
    markErased: async (uuid, at) => {
      await query(SWEEP_STATEMENTS.markErased, [uuid, at]);
    },
    removeIdempotencyKeys: async (storedBy, limit) =>
      (await query(SWEEP_STATEMENTS.removeIdempotencyKeys, [storedBy, limit])).rowCount ?? 0,
  };
}

function toDocumentObjects(row: ObjectsRow): DocumentObjects {
  const { uuid, status } = row;
  if (!isStatus(status)) throw new Error(`the database holds the unknown status ${status}`);
  return {
    ...{ uuid, status, uploadExpiresAt: row.upload_expires_at },
    ...{ objectKey: row.file_object_key, erasedAt: row.file_erased_at },
  };
}
