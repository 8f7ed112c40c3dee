import { describe, expect, test } from "vitest";
import { numberStatusChanges } from "@/lib/documents/use-cases/status-feed";
import type { DeliveryRun } from "@/lib/notifications/ports";
import { arrangeDeliveries } from "@/lib/notifications/testing/deliveries.fixture";
import { createInMemoryDeliveryRuns } from "@/lib/notifications/testing/in-memory-delivery-runs";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { NUMBERING_STATEMENTS } from "../core/numbering";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";
import { RELAY_STATEMENTS } from "./relay-repository";

const LATE_UUID = "019cbc00-0000-7000-8000-00000000aaaa";
const DOCUMENT_COUNT = 40;
const TOLD_COUNT = DOCUMENT_COUNT * 4;
const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const WRITE_DOCUMENT = {
  text: `
INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
VALUES ($1, 'BLD-0001', 'a.pdf', 1, now(), now(), now())`,
};
const WRITE_CHANGE = {
  text: `
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
VALUES ($1, NULL, 1, 'test', 'created', now(), true, true)`,
};

async function arrange() {
  const { pool } = await openEmptyDatabase();
  const parts = await arrangeDeliveries(async () => deliveriesInPostgres(pool));
  const changesIn = async (runs: readonly DeliveryRun[]) => {
    const bodies = await Promise.all(runs.map(async (run) => (await parts.pending(run)).body));
    return bodies.flatMap((body): { uuid: string; currentStatus: number }[] =>
      JSON.parse(String(body)),
    );
  };
  const uuidsIn = async (runs: readonly DeliveryRun[]) =>
    (await changesIn(runs)).map(({ uuid }) => uuid);
  return { ...parts, pool, changesIn, uuidsIn };
}

/** Writes a document and a change. The change already has an id, but its transaction is not committed. */
async function writeLate(pool: Parameters<typeof beginOther>[0]) {
  const late = await beginOther(pool);
  await late.run(WRITE_DOCUMENT, [LATE_UUID]);
  await late.run(WRITE_CHANGE, [LATE_UUID]);
  return late;
}

describe("a change with a lower id that commits late", () => {
  test("is put into a notification after the earlier commits and is not lost", async () => {
    const { pool, makeDocument, relayAll, uuidsIn, statusFeed } = await arrange();
    const late = await writeLate(pool);
    const { uuid } = await makeDocument(1);
    expect(await uuidsIn(await relayAll())).toEqual([uuid]);
    await late.commit();
    expect(await uuidsIn(await relayAll())).toEqual([LATE_UUID]);
    const feed = await statusFeed.read({ after: 0n, limit: 10 });
    expect(feed.map((entry) => entry.uuid)).toEqual([uuid, LATE_UUID]);
  });

  test("is seen by a relay that was waiting for a lock", async () => {
    const { pool, makeDocument, relayAll, uuidsIn } = await arrange();
    const late = await writeLate(pool);
    const { uuid } = await makeDocument(1);
    const holder = await beginOther(pool);
    await holder.run(NUMBERING_STATEMENTS.lock());
    const relaying = relayAll();
    await untilBlocked(pool);
    await late.commit();
    await holder.commit();
    expect(await uuidsIn(await relaying)).toEqual([LATE_UUID, uuid]);
  });
});

describe("the search of a relay", () => {
  /** Starts a relay that notes what it reports. */
  async function arrangeSearch() {
    const parts = await arrange();
    const log: string[] = [];
    const search = { onBegin: () => log.push("begin"), onEnd: () => log.push("end") };
    const freeze = () => parts.relay.freeze(() => null, parts.clock.now(), search);
    return { ...parts, log, freeze };
  }

  test("begins only after a numbering that waited for another one, and then ends", async () => {
    const { pool, log, freeze } = await arrangeSearch();
    const holder = await beginOther(pool);
    await holder.run(NUMBERING_STATEMENTS.lock());
    const freezing = freeze();
    await untilBlocked(pool);
    expect(log).toEqual([]);
    await holder.commit();
    await freezing;
    expect(log).toEqual(["begin", "end"]);
  });

  test("has begun while it waits, and has not ended", async () => {
    const { pool, log, freeze } = await arrangeSearch();
    const holder = await beginOther(pool);
    await holder.run({ text: "LOCK TABLE notification IN ACCESS EXCLUSIVE MODE" });
    const freezing = freeze();
    await untilBlocked(pool);
    await expect.poll(() => log).toEqual(["begin"]);
    await holder.commit();
    await freezing;
    expect(log).toEqual(["begin", "end"]);
  });

  test("does not begin if the numbering fails", async () => {
    const { pool, log, freeze } = await arrangeSearch();
    const holder = await beginOther(pool);
    await holder.run(NUMBERING_STATEMENTS.lock());
    const failing = expect(freeze()).rejects.toThrow();
    await untilBlocked(pool);
    await pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    await failing;
    await holder.commit();
    expect(log).toEqual([]);
  });
});

test("a relay that fails halfway numbers the changes, puts none into a notification and holds no lock afterwards", async () => {
  const { makeDocument, relay, relayAll, uuidsIn, clock, statusFeed } = await arrange();
  const { uuid } = await makeDocument(1);
  const breakOff = () => {
    throw new Error("broken off");
  };
  await expect(relay.freeze(breakOff, clock.now())).rejects.toThrow("broken off");
  expect(await statusFeed.findLast()).toBe(1n);
  // The failed relay's connection was closed, but PostgreSQL takes a moment to notice and to release the lock.
  await expect.poll(async () => uuidsIn(await relayAll())).toEqual([uuid]);
});

test("the stored number of changes always equals the number of changes in the body", async () => {
  const { makeDocument, relay, freezeAll, clock, relayAll, statusFeed } = await arrange();
  await makeDocument(1);
  await numberStatusChanges({ statusFeed });
  const twice = (view: Parameters<typeof freezeAll>[0]) => {
    const frozen = freezeAll(view);
    return { ...frozen, changes: [...frozen.changes, ...frozen.changes] };
  };
  await expect(relay.freeze(twice, clock.now())).rejects.toThrow("item_count");
  expect(await relayAll()).toHaveLength(1);
});

describe("while another process puts changes into notifications", () => {
  test("changes are still numbered and the feed can be read, because the feed never waits for deliveries", async () => {
    const { pool, makeDocument, statusFeed, relayAll, uuidsIn, ...ports } = await arrange();
    const deliveryRuns = createInMemoryDeliveryRuns();
    const { uuid } = await makeDocument(1);
    const holder = await beginOther(pool);
    await holder.run(RELAY_STATEMENTS.lock());
    let busyCount = 0;
    const relaying = relayStatusChanges(
      { ...ports, statusFeed, deliveryRuns },
      { documentUrl: (id) => id, onBusy: () => (busyCount += 1) },
    );
    expect([await relaying, busyCount]).toEqual([0, 1]);
    expect(await statusFeed.read({ after: 0n, limit: 10 })).toMatchObject([{ uuid }]);
    await holder.commit();
    expect(await uuidsIn(await relayAll())).toEqual([uuid]);
  });

  test("rows that are about to be put into a notification do not delay numbering", async () => {
    const { pool, makeDocument, statusFeed } = await arrange();
    await makeDocument(1);
    await numberStatusChanges({ statusFeed });
    const holder = await beginOther(pool);
    await holder.run({ text: "SELECT FROM status_change FOR UPDATE" });
    await makeDocument(1);
    expect(await numberStatusChanges({ statusFeed })).toBe(1);
  });
});

describe("while documents move, three relays are running and the receiver fails sometimes", () => {
  test("each listed change arrives once, and the changes of a document arrive in order", async () => {
    const { changesIn, makeDocument, move, fail, deliver, clock, ...ports } = await arrange();
    const deliveryRuns = createInMemoryDeliveryRuns();
    const relayPorts = { ...ports, clock, deliveryRuns };
    const received: { uuid: string; currentStatus: number }[] = [];
    const moveOne = async () => {
      const document = await makeDocument(2);
      await move(document, 2, 3);
      await move(document, 3, 4);
      await move(document, 4, 5);
    };
    const relayOn = async () => {
      while (received.length < TOLD_COUNT) {
        await relayStatusChanges(relayPorts, { documentUrl: (uuid) => uuid });
      }
    };
    const receiveOn = async () => {
      const waiting: (DeliveryRun & { n: number })[] = [];
      while (received.length < TOLD_COUNT) {
        // Gives the other tasks time to run between two checks.
        await ports.relay.findWork();
        waiting.push(...deliveryRuns.takeStarted().map((run) => ({ ...run, n: 1 })));
        const next = waiting.shift();
        if (!next) continue;
        const isFailing = next.n < 3 && (received.length + next.n) % 3 === 0;
        if (isFailing) {
          await fail(next, { n: next.n });
          waiting.push({ ...next, n: next.n + 1 });
        } else {
          received.push(...(await changesIn([next])));
          await deliver(next, next.n);
        }
      }
    };
    const moving = Array.from({ length: DOCUMENT_COUNT }, moveOne);
    await Promise.all([...moving, relayOn(), relayOn(), relayOn(), receiveOn(), receiveOn()]);
    const uuids = new Set(received.map(({ uuid }) => uuid));
    expect(uuids.size).toBe(DOCUMENT_COUNT);
    for (const uuid of uuids) {
      const own = received.filter((item) => item.uuid === uuid);
      expect(own.map(({ currentStatus }) => currentStatus)).toEqual([1, 2, 4, 5]);
    }
  });
});
