import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { makeDocumentAt } from "./document-at-status.fixture";
import {
  ALL,
  arrangeDocumentAt,
  changeOf,
  type OpenDocuments,
  UNKNOWN_UUID,
} from "./documents.fixture";

/** Defines the part of the document repository contract that covers the history. */
export function describeHistory(open: OpenDocuments): void {
  describe("the history", () => {
    describeRows(open);
    describeWebhook(open);
  });
}

function describeRows(open: OpenDocuments) {
  describe("of a document", () => {
    test("is a chain without gaps, oldest first, with ascending ids", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 4);
      const history = (await documents.listStatusChanges(document.uuid, ALL)) ?? [];
      expect(history.map((row) => [row.previousStatus, row.currentStatus])).toEqual([
        [null, 1],
        [1, 2],
        [2, 3],
        [3, 4],
      ]);
      const ids = history.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => Number(a - b)));
    });

    test("has pages that continue after the given row until nothing is left", async () => {
      const { documents, document } = await arrangeDocumentAt(open, 4);
      const pageAfter = async (after: bigint | null) =>
        (await documents.listStatusChanges(document.uuid, { after, limit: 3 })) ?? [];
      const first = await pageAfter(null);
      const second = await pageAfter(first.at(-1)?.id ?? null);
      expect(first.map(({ currentStatus }) => currentStatus)).toEqual([1, 2, 3]);
      expect(second.map(({ currentStatus }) => currentStatus)).toEqual([4]);
      expect(await pageAfter(second.at(-1)?.id ?? null)).toEqual([]);
    });

    test("contains only the rows of its document", async () => {
      const { document, historyOf, ...ports } = await arrangeDocumentAt(open, 1);
      await makeDocumentAt(ports, 4);
      expect(await historyOf(document.uuid)).toHaveLength(1);
    });

    test("is null for an unknown document", async () => {
      const { documents } = await open();
      expect(await documents.listStatusChanges(UNKNOWN_UUID, ALL)).toBeNull();
    });
  });
}

function describeWebhook(open: OpenDocuments) {
  describe("the field notified", () => {
    const lastOf = async ({ documents, document }: Awaited<ReturnType<typeof arrangeDocumentAt>>) =>
      (await documents.listStatusChanges(document.uuid, ALL))?.at(-1);

    test("is true for a listed move while a webhook URL is set", async () => {
      const arranged = await arrangeDocumentAt(open, 2);
      await arranged.configureWebhook("https://example.com/hook");
      await arranged.documents.compareAndSetStatus(changeOf(arranged.document.uuid, 2, 5));
      expect((await lastOf(arranged))?.notified).toBe(true);
    });

    test("is true for a creation while a webhook URL is set", async () => {
      const underTest = await open();
      await underTest.configureWebhook("https://example.com/hook");
      const ports = { ...underTest, clock: createFixedClock(), ids: createCountingIds() };
      const document = await makeDocumentAt(ports, 1);
      expect((await ports.documents.listStatusChanges(document.uuid, ALL))?.[0]?.notified).toBe(
        true,
      );
    });

    test("is false for a silent move even if a webhook URL is set", async () => {
      const arranged = await arrangeDocumentAt(open, 2);
      await arranged.configureWebhook("https://example.com/hook");
      await arranged.documents.compareAndSetStatus(changeOf(arranged.document.uuid, 2, 3));
      expect((await lastOf(arranged))?.notified).toBe(false);
    });

    test("is false once the webhook URL has been removed; earlier values do not change", async () => {
      const arranged = await arrangeDocumentAt(open, 2);
      const { documents, document, configureWebhook } = arranged;
      await configureWebhook("https://example.com/hook");
      await documents.compareAndSetStatus(changeOf(document.uuid, 2, 8));
      await configureWebhook(null);
      const other = await makeDocumentAt(arranged, 2);
      await documents.compareAndSetStatus(changeOf(other.uuid, 2, 5));
      expect((await lastOf(arranged))?.notified).toBe(true);
      expect((await lastOf({ ...arranged, document: other }))?.notified).toBe(false);
    });
  });
}
