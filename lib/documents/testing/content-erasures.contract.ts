import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { ContentErasure, ContentErasures, StagedDocumentRepository } from "../ports";
import type { Status } from "../rules/status";
import { makeDocumentAt } from "./document-at-status.fixture";
import { changeOf, UNKNOWN_UUID } from "./documents.fixture";

type Open = () => Promise<{
  readonly documents: StagedDocumentRepository;
  readonly contentErasures: ContentErasures;
}>;

const NOTHING_FOUND = { score: 1, language: null, pages: null, fields: [], processor: "person" };
const NOON = new Date("2026-03-01T12:00:00.000Z");

/** Creates an erasure by an API key, by default one second after noon. */
export const anErasure = (uuid: string, seconds = 1): ContentErasure => ({
  uuid,
  reason: "asked for by the tenant",
  note: {
    at: new Date(NOON.getTime() + seconds * 1000),
    author: { actor: "administrator:1" },
    action: "document-content-erased",
    subject: `document:${uuid}`,
  },
});

/** Defines the contract tests that every store of erasures must pass; `open` opens an empty store for each test. */
export function describeContentErasuresContract(name: string, open: Open): void {
  const arrange = async (...statuses: readonly Status[]) => {
    const opened = await open();
    const ports = { ...opened, clock: createFixedClock(NOON), ids: createCountingIds() };
    const records = [];
    for (const status of statuses) records.push(await makeDocumentAt(ports, status));
    return { ...opened, records };
  };

  describe(name, () => {
    test("a final document is marked once, keeps its status and time, and waits for the removal of its bytes", async () => {
      const { documents, contentErasures, records } = await arrange(5, 6, 8);
      for (const { uuid, ...before } of records) {
        expect(await contentErasures.mark(anErasure(uuid))).toBe(true);
        expect(await contentErasures.mark(anErasure(uuid, 2))).toBe(false);
        const { status, updatedAt } = before;
        expect(await documents.find(uuid)).toMatchObject({
          status,
          updatedAt,
          classification: null,
        });
      }
      const [approved, failed, deleted] = records;
      const found = await documents.find(approved?.uuid ?? "");
      expect(found?.file).toEqual({ ...approved?.file, erasedAt: anErasure("").note.at });
      const at = anErasure("").note.at;
      const placed = (uuid = "") => ({
        uuid,
        at,
        objectKey: `documents/${uuid}/placed`,
        versionId: "placed-version",
      });
      const none = { objectKey: null, versionId: null };
      expect(await contentErasures.listPending(null, 100)).toEqual([
        placed(approved?.uuid),
        { ...placed(failed?.uuid), ...none },
        placed(deleted?.uuid),
      ]);
    });

    test("the note about a deletion is erased, and its reason remains", async () => {
      const { documents, contentErasures, records } = await arrange(4);
      const uuid = records[0]?.uuid ?? "";
      const deletionReason = "wrong-asset" as const;
      const note = "Belongs to Mr Smith";
      await documents.compareAndSetStatus({ ...changeOf(uuid, 4, 8), deletionReason, note });
      await contentErasures.mark(anErasure(uuid));
      const deletion = { reason: deletionReason, note: null };
      expect(await documents.find(uuid)).toMatchObject({ status: 8, deletion });
    });

    test("an erased document cannot be corrected", async () => {
      const { documents, contentErasures, records } = await arrange(5);
      const [document] = records;
      if (!document) throw new Error("there is no document");
      await contentErasures.mark(anErasure(document.uuid));
      const erased = await documents.find(document.uuid);
      const classification = { ...NOTHING_FOUND, documentClass: "lease" };
      const corrected = [{ name: null, from: null, to: "lease", isAbsent: false }];
      const { uuid, updatedAt: seenUpdatedAt } = document;
      const correction = { uuid, seenUpdatedAt, classification, corrected, at: NOON, actor: "x" };
      expect(await documents.correctApproved(correction)).toBeNull();
      expect(await documents.find(uuid)).toEqual(erased);
    });

    test.each([1, 2, 3, 4] as const)("a document at status %i is not changed", async (status) => {
      const { documents, contentErasures, records } = await arrange(status);
      const [document] = records;
      expect(await contentErasures.mark(anErasure(document?.uuid ?? ""))).toBe(false);
      expect(await documents.find(document?.uuid ?? "")).toEqual(document);
      expect(await contentErasures.listPending(null, 100)).toEqual([]);
    });

    test("exactly one of ten concurrent calls marks the document, and an unknown document cannot be marked", async () => {
      const { contentErasures, records } = await arrange(5);
      const erasure = anErasure(records[0]?.uuid ?? "");
      const marks = await Promise.all(
        Array.from({ length: 10 }, () => contentErasures.mark(erasure)),
      );
      expect(marks.filter(Boolean)).toHaveLength(1);
      expect(await contentErasures.mark(anErasure(UNKNOWN_UUID))).toBe(false);
    });

    test("pending removals are listed in pages, oldest mark first, until they are settled", async () => {
      const { contentErasures, records } = await arrange(5, 5, 5);
      const uuids = records.map(({ uuid }) => uuid);
      for (const [index, uuid] of uuids.entries()) {
        await contentErasures.mark(anErasure(uuid, index));
      }
      const first = await contentErasures.listPending(null, 2);
      const second = await contentErasures.listPending(first.at(-1) ?? null, 2);
      expect([...first, ...second].map(({ uuid }) => uuid)).toEqual(uuids);
      await contentErasures.settle(uuids[1] ?? "");
      await contentErasures.settle(uuids[1] ?? "");
      const left = await contentErasures.listPending(null, 100);
      expect(left.map(({ uuid }) => uuid)).toEqual([uuids[0], uuids[2]]);
    });
  });
}
