import { describe, expect, test } from "vitest";
import { findMove, type Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { arrangeDelivery } from "../../testing/delivery.fixture";
import { makeNotificationPorts } from "../../testing/in-memory-notification-ports";
import { setWebhookUrl } from "../webhook/set-webhook-url";
import { createRelayPace } from "./relay-pace";
import { relayStatusChanges } from "./relay-status-changes";

const LISTED = ["null>1", "1>2", "1>6", "2>5", "3>4", "3>5", "4>5", "2>8", "3>8", "4>8"];
const STATUSES = [1, 2, 3, 4, 5, 6, 7, 8];
const PAIRS = [null, ...STATUSES].flatMap((from) => STATUSES.map((to) => ({ from, to })));

const documentUrl = (uuid: string) => `https://stagedoor.example/${uuid}`;

/** Creates ports with a webhook URL, and this many new documents that are not in a notification yet. */
async function arrange(documentCount: number) {
  const { ports, relay } = await arrangeDelivery();
  const makeDocuments = async (count: number) => {
    for (let made = 0; made < count; made += 1) await makeDocumentAt(ports, 1);
  };
  await makeDocuments(documentCount);
  const sizes = () => ports.notifications.all().map(({ itemCount }) => itemCount);
  return { ports, relay, makeDocuments, sizes };
}

/** Creates eight outstanding notifications. */
async function arrangeBusy() {
  const parts = await arrange(0);
  for (let count = 0; count < 8; count += 1) {
    await parts.makeDocuments(1);
    await parts.relay();
  }
  return parts;
}

describe("pairs of statuses", () => {
  test.each(PAIRS)(
    "a change from $from to $to is put into a notification only if it is one of the listed changes",
    async ({ from, to }) => {
      const isListed = LISTED.includes(`${from}>${to}`);
      const move = findMove(from as Status | null, to);
      if (!move) return expect(isListed).toBe(false);
      const { ports, relay } = await arrange(0);
      const document = from === null ? null : await makeDocumentAt(ports, from as Status);
      await relay();
      for (const notification of ports.notifications.all()) {
        ports.notifications.put({
          ...{ ...notification, state: "delivered", settledAt: ports.clock.now() },
          ...{ nextAttemptAt: null, nextCause: null },
        });
      }
      const { uuid } = document
        ? await ports.documents
            .compareAndSetStatus(changeOf(document.uuid, from as Status, to as Status))
            .then((moved) => moved ?? document)
        : await makeDocumentAt(ports, 1);
      const runs = await relay();
      expect(runs).toHaveLength(isListed ? 1 : 0);
      for (const { notificationId } of runs) {
        const body = String(ports.notifications.find(notificationId)?.body);
        expect(body).toBe(
          JSON.stringify([
            { uuid, url: documentUrl(uuid), currentStatus: to, previousStatus: from },
          ]),
        );
      }
    },
  );
});

test("a change made while no webhook URL is set is numbered but never frozen", async () => {
  const ports = makeNotificationPorts();
  await makeDocumentAt(ports, 5);
  await setWebhookUrl(ports, { url: "https://dms.example.com/", author: COMMAND_AUTHOR });
  ports.clock.advanceSeconds(3600);
  expect(await relayStatusChanges(ports, { documentUrl })).toBe(0);
  expect(await ports.statusFeed.read({ after: 0n, limit: 10 })).toHaveLength(3);
  expect(ports.notifications.all()).toEqual([]);
});

test("no lock is taken if nothing is waiting", async () => {
  const { ports, relay } = await arrange(1);
  await relay();
  const before = ports.statusFeed.numberingCount();
  await relay();
  expect(ports.statusFeed.numberingCount()).toBe(before);
});

describe("back-pressure", () => {
  test("with fewer than 8 outstanding notifications, waiting changes are frozen immediately", async () => {
    const { sizes } = await arrangeBusy();
    expect(sizes()).toEqual(Array.from({ length: 8 }, () => 1));
  });

  test("with 8 outstanding notifications, changes are collected until one notification is settled", async () => {
    const { ports, relay, makeDocuments, sizes } = await arrangeBusy();
    await makeDocuments(40);
    expect(await relay()).toEqual([]);
    const [first] = ports.notifications.all();
    if (!first) throw new Error("nothing was frozen");
    ports.notifications.put({
      ...{ ...first, state: "undelivered", settledAt: ports.clock.now() },
      ...{ nextAttemptAt: null, nextCause: null },
    });
    expect(await relay()).toHaveLength(1);
    expect(sizes().at(-1)).toBe(40);
  });

  test("with 8 outstanding notifications, 100 waiting changes are frozen anyway, but 99 are not", async () => {
    const { relay, makeDocuments, sizes } = await arrangeBusy();
    await makeDocuments(99);
    expect(await relay()).toEqual([]);
    await makeDocuments(51);
    expect(await relay()).toHaveLength(1);
    expect(sizes().at(-1)).toBe(100);
  });

  test("with 8 outstanding notifications, a change that has waited for 60 s is frozen anyway, but not before", async () => {
    const { ports, relay, makeDocuments, sizes } = await arrangeBusy();
    await makeDocuments(2);
    ports.clock.advanceSeconds(59.999);
    expect(await relay()).toEqual([]);
    ports.clock.advanceSeconds(0.001);
    expect(await relay()).toHaveLength(1);
    expect(sizes().at(-1)).toBe(2);
  });

  test("a single call freezes 10,000 waiting changes, 100 at a time and in order", async () => {
    const { ports, relay } = await arrange(10_000);
    expect(await relay()).toHaveLength(100);
    const told = ports.notifications
      .all()
      .flatMap(({ body }): { uuid: string }[] => JSON.parse(String(body)));
    expect(told.map(({ uuid }) => uuid)).toEqual(
      ports.documents.history.rows.map(({ uuid }) => uuid),
    );
  });
});

test("without the engine, all changes are still numbered and frozen, and the error is thrown", async () => {
  const { ports, relay, sizes } = await arrange(3);
  ports.deliveryRuns.setAvailable(false);
  await expect(relay()).rejects.toThrow(DomainError);
  expect(sizes()).toEqual([3]);
  expect(await ports.relay.findWork()).toEqual({ hasUnnumbered: false, hasUnfrozen: false });
});

/** Creates a busy relay. The test sets how long its checks take. */
async function arrangePaced() {
  const parts = await arrangeBusy();
  const { ports } = parts;
  const looks = { count: 0, tookSeconds: 0 };
  const relay: typeof ports.relay = {
    ...ports.relay,
    freeze: async (decide, at) => {
      looks.count += 1;
      ports.clock.advanceSeconds(looks.tookSeconds);
      return ports.relay.freeze(decide, at);
    },
  };
  const pace = createRelayPace(ports);
  const turn = () => relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
  return { ...parts, looks, turn };
}

test("the 50 ms between two notifications begin with the check that froze the first one, however long it took", async () => {
  const { ports, makeDocuments } = await arrange(0);
  const relay: typeof ports.relay = {
    ...ports.relay,
    freeze: async (decide, at) => {
      ports.clock.advanceSeconds(0.02);
      return ports.relay.freeze(decide, at);
    },
  };
  const pace = createRelayPace(ports);
  await makeDocuments(1);
  await relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
  expect(pace.restMs()).toBe(30);
});

describe("checks for changes to freeze", () => {
  test("are followed by a pause ten times as long if they take long and freeze nothing, while numbering continues", async () => {
    const { ports, looks, turn, makeDocuments } = await arrangePaced();
    looks.tookSeconds = 1.5;
    await makeDocuments(1);
    await turn();
    ports.clock.advanceSeconds(14.999);
    await makeDocuments(1);
    await turn();
    expect(looks.count).toBe(1);
    expect(await ports.statusFeed.hasUnnumbered()).toBe(false);
    ports.clock.advanceSeconds(0.001);
    await turn();
    expect(looks.count).toBe(2);
  });

  test("are never more than a minute apart and do not stop if the clock is set back", async () => {
    const { ports, looks, turn, makeDocuments } = await arrangePaced();
    looks.tookSeconds = 8;
    await makeDocuments(1);
    await turn();
    ports.clock.advanceSeconds(59.999);
    await turn();
    expect(looks.count).toBe(1);
    ports.clock.advanceSeconds(-3600);
    await turn();
    expect(looks.count).toBe(2);
  });

  test("are repeated immediately if they are short or freeze something", async () => {
    const { looks, turn, makeDocuments } = await arrangePaced();
    looks.tookSeconds = 0.049;
    await makeDocuments(1);
    for (const count of [1, 2]) {
      await turn();
      expect(looks.count).toBe(count);
    }
    looks.tookSeconds = 10;
    await makeDocuments(99);
    expect(await turn()).toBe(1);
    await makeDocuments(1);
    await turn();
    expect(looks.count).toBe(4);
  });

  test("cause a pause even if they fail", async () => {
    const { ports, makeDocuments } = await arrange(0);
    let lookCount = 0;
    const relay: typeof ports.relay = {
      ...ports.relay,
      freeze: () => {
        lookCount += 1;
        ports.clock.advanceSeconds(4);
        return Promise.reject(new Error("too slow"));
      },
    };
    const pace = createRelayPace(ports);
    const turn = () => relayStatusChanges({ ...ports, relay }, { documentUrl, pace });
    await makeDocuments(1);
    await expect(turn()).rejects.toThrow("too slow");
    expect(await turn()).toBe(0);
    expect(lookCount).toBe(1);
  });
});
