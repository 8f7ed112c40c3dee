import { describe, expect, test } from "vitest";
import { findMove, type Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { makeNotificationPorts } from "../testing/in-memory-notification-ports";
import { arrangeBusyRelay, arrangeRelay } from "../testing/relay.fixture";
import { relayStatusChanges } from "./relay-status-changes";
import { setWebhookUrl } from "./webhook-configuration";

const LISTED = ["null>1", "1>2", "1>6", "2>5", "3>4", "3>5", "4>5", "2>8", "3>8", "4>8"];
const STATUSES = [1, 2, 3, 4, 5, 6, 7, 8];
const PAIRS = [null, ...STATUSES].flatMap((from) => STATUSES.map((to) => ({ from, to })));

const documentUrl = (uuid: string) => `https://stagedoor.example/${uuid}`;

describe("pairs of statuses", () => {
  test.each(PAIRS)(
    "a change from $from to $to is put into a notification only if it is one of the listed changes",
    async ({ from, to }) => {
      const isListed = LISTED.includes(`${from}>${to}`);
      const move = findMove(from as Status | null, to);
      if (!move) return expect(isListed).toBe(false);
      const { ports, relay } = await arrangeRelay(0);
      const document = from === null ? null : await makeDocumentAt(ports, from as Status);
      await relay();
      for (const notification of ports.notifications.all()) {
        ports.notifications.put({
          ...notification,
          state: "delivered",
          settledAt: ports.clock.now(),
          nextAttemptAt: null,
          nextCause: null,
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
  const { ports, relay } = await arrangeRelay(1);
  await relay();
  const before = ports.statusFeed.numberingCount();
  await relay();
  expect(ports.statusFeed.numberingCount()).toBe(before);
});

describe("back-pressure", () => {
  test("with fewer than 8 outstanding notifications, waiting changes are frozen immediately", async () => {
    const { sizes } = await arrangeBusyRelay();
    expect(sizes()).toEqual(Array.from({ length: 8 }, () => 1));
  });

  test("with 8 outstanding notifications, changes are collected until one notification is settled", async () => {
    const { ports, relay, makeDocuments, sizes } = await arrangeBusyRelay();
    await makeDocuments(40);
    expect(await relay()).toEqual([]);
    const [first] = ports.notifications.all();
    if (!first) throw new Error("nothing was frozen");
    ports.notifications.put({
      ...first,
      state: "undelivered",
      settledAt: ports.clock.now(),
      nextAttemptAt: null,
      nextCause: null,
    });
    expect(await relay()).toHaveLength(1);
    expect(sizes().at(-1)).toBe(40);
  });

  test("with 8 outstanding notifications, 100 waiting changes are frozen anyway, but 99 are not", async () => {
    const { relay, makeDocuments, sizes } = await arrangeBusyRelay();
    await makeDocuments(99);
    expect(await relay()).toEqual([]);
    await makeDocuments(51);
    expect(await relay()).toHaveLength(1);
    expect(sizes().at(-1)).toBe(100);
  });

  test("with 8 outstanding notifications, a change that has waited for 60 s is frozen anyway, but not before", async () => {
    const { ports, relay, makeDocuments, sizes } = await arrangeBusyRelay();
    await makeDocuments(2);
    ports.clock.advanceSeconds(59.999);
    expect(await relay()).toEqual([]);
    ports.clock.advanceSeconds(0.001);
    expect(await relay()).toHaveLength(1);
    expect(sizes().at(-1)).toBe(2);
  });

  test("a single call freezes 10,000 waiting changes, 100 at a time and in order", async () => {
    const { ports, relay } = await arrangeRelay(10_000);
    expect(await relay()).toHaveLength(100);
    const items = ports.notifications
      .all()
      .flatMap(({ body }): { uuid: string }[] => JSON.parse(String(body)));
    expect(items.map(({ uuid }) => uuid)).toEqual(
      ports.documents.history.rows.map(({ uuid }) => uuid),
    );
  });
});

test("frozen notifications are started even if the remaining changes cannot be numbered", async () => {
  const { ports } = await arrangeRelay(1_000);
  const statusFeed: typeof ports.statusFeed = {
    ...ports.statusFeed,
    numberNext: () => Promise.reject(new Error("no lock")),
  };
  const relaying = relayStatusChanges({ ...ports, statusFeed }, { documentUrl });
  await expect(relaying).rejects.toThrow("no lock");
  expect(ports.deliveryRuns.takeStarted()).toHaveLength(10);
});

test("without the engine, all changes are still numbered and frozen, and the error is thrown", async () => {
  const { ports, relay, sizes } = await arrangeRelay(3);
  ports.deliveryRuns.setAvailable(false);
  await expect(relay()).rejects.toThrow(DomainError);
  expect(sizes()).toEqual([3]);
  expect(await ports.relay.findWork()).toEqual({ hasUnnumbered: false, hasUnfrozen: false });
});
