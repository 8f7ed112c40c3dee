import { randomUUID } from "node:crypto";
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { onLauncherGone, readLauncherConfiguration } from "@/embedded/launcher-pipe";
import { notificationBody } from "@/lib/notifications/rules/notification";
import { signatureHeader } from "@/lib/notifications/use-cases/send-webhook";
import { OUTBOX } from "./outbox";

/**
 * The practical limit: claims up to 100 changes with SKIP LOCKED, signs them and sends them over HTTPS, and marks them as
 * sent. It does not keep the changes of a document in order, does not retry, has no log and no feed, and keeps a
 * transaction open during the request.
 */

/** The configuration, which the bench writes as the first line on standard input. */
export interface BareDrainConfiguration {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly webhookUrl: string;
  readonly certificateAuthority: string;
  readonly secret: string;
}

interface Row {
  readonly id: string;
  readonly uuid: string;
  readonly from_status: number | null;
  readonly to_status: number;
}

/** The numbers of concurrent requests and of changes in each request are the same as in the product. */
const WORKERS = 8;
const ITEMS_MAX = 100;
const IDLE_MS = 20;

// Only the bench starts this program, and the bench writes exactly this configuration.
const configuration = (await readLauncherConfiguration()) as BareDrainConfiguration;
const { databaseUrl, publicUrl, webhookUrl, certificateAuthority, secret } = configuration;
const pool = new pg.Pool({ connectionString: databaseUrl, max: WORKERS });
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS, ca: certificateAuthority });

const CLAIM = {
  name: "claim",
  text: `
SELECT id, document_uuid AS uuid, from_status, to_status FROM ${OUTBOX}
WHERE sent_at IS NULL ORDER BY id LIMIT ${ITEMS_MAX} FOR UPDATE SKIP LOCKED`,
};
const RECORD = {
  name: "record",
  text: `UPDATE ${OUTBOX} SET sent_at = now(), webhook_id = $2 WHERE id = ANY($1::bigint[])`,
};

/** Returns whether there was anything to send. */
async function drainOnce(client: pg.PoolClient): Promise<boolean> {
  await client.query("BEGIN");
  const { rows } = await client.query<Row>(CLAIM);
  if (rows.length > 0) {
    const id = `msg_${randomUUID()}`;
    await post(id, bodyOf(rows));
    await client.query({ ...RECORD, values: [rows.map((row) => row.id), id] });
  }
  await client.query("COMMIT");
  return rows.length > 0;
}

const bodyOf = (rows: readonly Row[]) =>
  notificationBody(
    rows.map(({ uuid, from_status, to_status }) => ({
      uuid,
      url: `${publicUrl}/external-api/staged-documents/${uuid}`,
      currentStatus: to_status,
      previousStatus: from_status,
    })),
  );

function post(id: string, body: Buffer): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatureHeader([secret], id, seconds, body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(webhookUrl, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`the receiver responded with ${response.statusCode}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

async function work(): Promise<void> {
  const client = await pool.connect();
  for (;;) if (!(await drainOnce(client))) await sleep(IDLE_MS);
}

onLauncherGone(() => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
process.stdout.write('{"ready":true}\n');
await Promise.all(Array.from({ length: WORKERS }, work));
