import { describe, expect, test } from "vitest";
import type { AssetRepository } from "@/lib/assets/ports";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import {
  arrangeDeliveries,
  type DeliveriesUnderTest,
} from "@/lib/notifications/testing/deliveries.fixture";
import type { LiveChanges, LivePosition } from "../ports";

const LISTED_MAX = 500;
const NOTHING = {
  assetIdentifiers: [],
  areAssetsChanged: false,
  areNotificationsChanged: false,
  isTooMuch: false,
};

type Open = () => Promise<
  DeliveriesUnderTest & { readonly liveChanges: LiveChanges; readonly assets: AssetRepository }
>;

/** Tests the guarantees of every change detector; `open` provides empty stores for each test. */
export function describeLiveChangesContract(name: string, open: Open): void {
  describe(name, () => {
    describeDocuments(open);
    describeAssets(open);
    describeNotifications(open);
  });
}

/** Sets up a detector that has checked once, with functions that make deliveries. */
async function arrange(open: Open) {
  const underTest = await open();
  const { liveChanges, assets } = underTest;
  const parts = await arrangeDeliveries(async () => underTest);
  let position: LivePosition | null = null;
  const look = async () => {
    const looked = await liveChanges.look(position);
    position = looked.position;
    return looked.news;
  };
  const makeAt = (identifier: string) => makeDocumentAt(parts, 1, identifier);
  return { ...parts, assets, look, makeAt };
}

function describeDocuments(open: Open) {
  describe("documents", () => {
    test("from before the first check are not reported", async () => {
      const { look, makeAt } = await arrange(open);
      await makeAt("A");
      expect(await look()).toEqual(NOTHING);
      expect(await look()).toEqual(NOTHING);
    });

    test("that are created and moved are reported once, with each asset's identifier listed once", async () => {
      const { look, makeAt, move } = await arrange(open);
      const document = await makeAt("A");
      await look();
      await makeAt("B");
      await makeAt("B");
      await move(document, 1, 6);
      const news = await look();
      expect(news.assetIdentifiers.toSorted()).toEqual(["A", "B"]);
      expect(news).toMatchObject({ areAssetsChanged: false, isTooMuch: false });
      expect(await look()).toEqual(NOTHING);
    });

    test(`are too many to list if one check finds more than ${LISTED_MAX}, but later changes are listed`, async () => {
      const { look, makeAt } = await arrange(open);
      await look();
      for (let count = 0; count < LISTED_MAX + 1; count += 1) await makeAt("A");
      expect(await look()).toMatchObject({ assetIdentifiers: [], isTooMuch: true });
      await makeAt("B");
      const news = await look();
      expect(news.isTooMuch).toBe(false);
      expect(news.assetIdentifiers.toSorted()).toEqual(["A", "B"]);
    });
  });
}

function describeAssets(open: Open) {
  describe("assets", () => {
    test("that are created, edited, archived and restored are reported once", async () => {
      const { look, assets, ids, clock } = await arrange(open);
      await look();
      const id = ids.uuid();
      const at = clock.now();
      const steps = [
        () =>
          assets.create(
            { id, identifier: "A", name: "A", description: "", folder: null, createdAt: at },
            anAuditNote(),
          ),
        // The times do not advance, because detection must not depend on any process's clock.
        () => assets.update(id, { name: "B", description: "", at }, anAuditNote()),
        () => assets.setArchived(id, { isArchived: true, at }, anAuditNote()),
        () =>
          assets.setArchived(
            id,
            { isArchived: false, at: new Date(at.getTime() - 3_600_000) },
            anAuditNote(),
          ),
      ];
      for (const step of steps) {
        await step();
        expect(await look()).toEqual({ ...NOTHING, areAssetsChanged: true });
        expect(await look()).toEqual(NOTHING);
      }
    });
  });
}

function describeNotifications(open: Open) {
  describe("notifications", () => {
    test("that are frozen, fail and are delivered are reported once", async () => {
      const { look, makeAt, relayAll, fail, deliver } = await arrange(open);
      await makeAt("A");
      await look();
      const [run] = await relayAll();
      if (!run) throw new Error("nothing was frozen");
      expect(await look()).toEqual({ ...NOTHING, areNotificationsChanged: true });
      for (const step of [() => fail(run), () => deliver(run, 2)]) {
        await step();
        expect(await look()).toEqual({ ...NOTHING, areNotificationsChanged: true });
        expect(await look()).toEqual(NOTHING);
      }
    });

    test("that become undelivered are reported", async () => {
      const { look, makeAt, relayAll, fail } = await arrange(open);
      await makeAt("A");
      const [run] = await relayAll();
      if (!run) throw new Error("nothing was frozen");
      await look();
      await fail(run, { nextInSeconds: null });
      expect(await look()).toEqual({ ...NOTHING, areNotificationsChanged: true });
    });
  });
}
