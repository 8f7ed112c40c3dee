import { afterAll, beforeAll, expect, test } from "vitest";
import { shareContainer } from "@/app/current-container";
import { prepareApi } from "@/app/testing/api.fixture";
import { acceptAuditHead } from "@/lib/accounts/use-cases/accept-audit-head";
import { createAuditChaining } from "@/lib/accounts/use-cases/chain-audit";
import { verifyAudit } from "@/lib/accounts/use-cases/verify-audit";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createInMemoryDeliveryRuns } from "@/lib/notifications/testing/in-memory-delivery-runs";
import { createDeliveryCheck } from "@/lib/notifications/use-cases/delivery-check";
import {
  startThrowawayObjectStore,
  type ThrowawayObjectStore,
} from "@/testing/throwaway-object-store";
import { GET } from "./route";

/** A store of its own, because the sealed head belongs to one database. */
let store: ThrowawayObjectStore | null = null;
beforeAll(async () => {
  store = await startThrowawayObjectStore();
});
afterAll(() => store?.stop());

const api = prepareApi(() => ({
  S3_ENDPOINT: store?.address.endpoint ?? "",
  S3_BUCKET: store?.address.bucket ?? "",
  S3_ACCESS_KEY_ID: store?.address.accessKeyId ?? "",
  S3_SECRET_ACCESS_KEY: store?.address.secretAccessKey ?? "",
}));

const READY = { status: 200, body: { status: "ready", parts: { audit: "ok" } } };

/** Returns the readiness of a process that has just started and taken one turn. */
async function readinessAfterTurn() {
  const { container } = api;
  const auditChaining = createAuditChaining(container.ports);
  const chained = await auditChaining.chain({ isThorough: true });
  const deliveryRuns = createInMemoryDeliveryRuns();
  const checkDeliveries = createDeliveryCheck({ ...container.ports, deliveryRuns });
  shareContainer({ ...container, auditChaining, checkDeliveries });
  const answer = await GET();
  return { chained, status: answer.status, body: await answer.json() };
}

const write = (count: number) =>
  api.container.database.pool.query(
    `INSERT INTO audit_entry (at, actor, action, subject)
     SELECT now(), 'command', 'asset-changed', 'asset:' || n FROM generate_series(1, $1::int) AS n`,
    [count],
  );

test("after the history was forged, nothing is chained and health says so until an administrator accepts the head", async () => {
  const { ports, database } = api.container;
  await write(60);
  expect(await readinessAfterTurn()).toMatchObject(READY);
  await database.pool.query(`
    ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_kept;
    UPDATE audit_entry SET sequence = NULL, mac = NULL, key_id = NULL WHERE sequence >= 50;
    UPDATE audit_entry SET actor = 'sweeper' WHERE subject = 'asset:55';
    DELETE FROM audit_entry WHERE subject = 'asset:57';
    ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_kept`);
  expect(await readinessAfterTurn()).toMatchObject({
    chained: 0,
    status: 200,
    body: {
      status: "degraded",
      parts: { audit: "stopped" },
      reasons: [expect.stringContaining("accept-head")],
    },
  });
  const found = await verifyAudit(ports, { head: null, previousKeys: [] });
  expect(found.faults).toMatchObject([{ kind: "cut-off", isSealed: true }]);
  await acceptAuditHead(ports, {
    reason: "a drill",
    author: COMMAND_AUTHOR,
    remembered: null,
  });
  expect(await readinessAfterTurn()).toMatchObject(READY);
});

test("an object that cannot be replaced is reported, and entries are chained nevertheless", async () => {
  const { container } = api;
  await write(1);
  const failure = new Error("AccessDenied");
  const sealedHeads = {
    read: () => Promise.reject(failure),
    replace: () => Promise.reject(failure),
  };
  const auditChaining = createAuditChaining({ ...container.ports, sealedHeads });
  expect(await auditChaining.chain()).toBe(1);
  shareContainer({ ...container, auditChaining });
  const answer = await GET();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: "degraded",
    parts: { audit: "unsealed" },
    reasons: [expect.stringContaining("still chained")],
  });
});
