import pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";

const { waitingForUpload, uploadFailed } = STATUS;

/** The table from which the bare drain reads changes; the bench creates it in the product's database. */
export const OUTBOX = "bench_outbox";

const INSERTED = (status: number) => `
WITH inserted AS (
  INSERT INTO staged_document
    (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
  SELECT gen_random_uuid(), 'BLD-0001', n || '.txt', ${status}, now() + interval '1 day', now(), now()
  FROM generate_series(1, $1::int) AS n
  RETURNING uuid
)`;

const STREAMED = {
  product: {
    name: "stream-product",
    text: `
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
VALUES ($1, ${waitingForUpload}, ${uploadFailed}, 'bench', 'inserted', now(), true, true)`,
  },
  bare: {
    name: "stream-bare",
    text: `
INSERT INTO ${OUTBOX} (document_uuid, from_status, to_status, at)
VALUES ($1, ${waitingForUpload}, ${uploadFailed}, now())`,
  },
} as const;

const WRITERS = 8;

/**
 * Connects to the product's database, to fill it with the rows to be measured: creating them through the API would take
 * minutes.
 */
export async function openOutbox(databaseUrl: string) {
  const writers = new pg.Pool({ connectionString: databaseUrl, max: WRITERS });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(`
CREATE TABLE ${OUTBOX} (
  id bigserial PRIMARY KEY, document_uuid uuid NOT NULL, from_status smallint, to_status smallint NOT NULL,
  at timestamptz NOT NULL, sent_at timestamptz, webhook_id text
);
CREATE INDEX ON ${OUTBOX} (id) WHERE sent_at IS NULL`);
  return {
    /** Creates documents that are waiting for their upload. Their creation triggers no notification. */
    makeWaiting: async (count: number): Promise<string[]> => {
      const text = `${INSERTED(waitingForUpload)} SELECT uuid FROM inserted`;
      const { rows } = await database.query<{ uuid: string }>(text, [count]);
      return rows.map(({ uuid }) => uuid);
    },
    /** Creates failed documents in one statement. Each of them has one change that the product has yet to send. */
    makeBacklog: async (count: number) => {
      const text = `${INSERTED(uploadFailed)}
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
SELECT uuid, ${waitingForUpload}, ${uploadFailed}, 'bench', 'inserted', now(), true, true FROM inserted`;
      await database.query(text, [count]);
    },
    /** Creates this many changes for the bare drain. */
    makeBareBacklog: async (count: number) => {
      const text = `
INSERT INTO ${OUTBOX} (document_uuid, from_status, to_status, at)
SELECT gen_random_uuid(), ${waitingForUpload}, ${uploadFailed}, now() FROM generate_series(1, $1::int)`;
      await database.query(text, [count]);
    },
    /**
     * Creates this many documents, and returns a function that writes one change to each of them, for the product or for
     * the bare drain. The function commits every change separately, as fast as possible.
     */
    prepareStream: async (reader: keyof typeof STREAMED, count: number) => {
      const text = `${INSERTED(uploadFailed)} SELECT uuid FROM inserted`;
      const { rows } = await database.query<{ uuid: string }>(text, [count]);
      const uuids = rows.map(({ uuid }) => uuid);
      const write = async () => {
        for (let uuid = uuids.pop(); uuid; uuid = uuids.pop()) {
          await writers.query({ ...STREAMED[reader], values: [uuid] });
        }
      };
      return async () => {
        await Promise.all(Array.from({ length: WRITERS }, write));
      };
    },
    /** Counts the documents that are waiting for processing or being processed. */
    countUnprocessed: async () => {
      const text = "SELECT count(*)::int AS count FROM processing_run WHERE state <> 'ended'";
      const { rows } = await database.query<{ count: number }>(text);
      return rows[0]?.count ?? 0;
    },
    close: async () => {
      await writers.end();
      await database.end();
    },
  };
}
