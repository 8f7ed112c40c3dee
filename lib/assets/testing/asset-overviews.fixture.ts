import type { StagedDocumentRepository } from "@/lib/documents/ports";
import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { AssetFilter, AssetOverviews, AssetRepository, Viewer } from "../ports";

/** Empty stores and the overviews that read from them. */
export interface AssetOverviewsUnderTest {
  readonly assets: AssetRepository;
  readonly documents: StagedDocumentRepository;
  readonly overviews: AssetOverviews;
}

/** Provides separate stores for each test. */
export type OpenAssetOverviews = () => Promise<AssetOverviewsUnderTest>;

/** A filter that selects every asset that is not archived. */
export const NO_FILTER: AssetFilter = {
  text: null,
  folder: null,
  status: null,
  isNew: false,
  isArchived: false,
};

/** Returns functions that fill empty stores; the clock advances by a second with each object they create. */
export async function arrangeOverviews(open: OpenAssetOverviews) {
  const underTest = await open();
  const clock = createFixedClock();
  const ids = createCountingIds();
  const viewer: Viewer = { userId: ids.uuid(), since: clock.now() };
  const tick = () => {
    clock.advanceSeconds(1);
    return clock.now();
  };
  const create = ({ actor, at, identifier }: { actor: string; at: Date; identifier: string }) => {
    const announced = {
      uuid: ids.uuid(),
      assetIdentifier: identifier,
      name: "a.pdf",
      folder: null,
    };
    const change = { move: moveBetween(null, 1), actor, reason: "created", at } as const;
    return underTest.documents.create({ ...announced, uploadExpiresAt: at }, change);
  };
  return {
    ...underTest,
    viewer,
    ids,
    tick,
    asset: async (
      identifier: string,
      { name = identifier, description = "", folder = null as string | null } = {},
    ) => {
      const texts = { name, description, folder };
      const values = { id: ids.uuid(), identifier, ...texts, createdAt: tick() };
      const created = await underTest.assets.create(values, anAuditNote());
      if (!created) throw new Error(`${identifier} exists already`);
      return created;
    },
    document: (identifier: string, status: Status = 1) => {
      tick();
      return makeDocumentAt({ documents: underTest.documents, clock, ids }, status, identifier);
    },
    documentAt: (at: Date, identifier: string) => create({ actor: "test", at, identifier }),
    documentBy: (actor: string, identifier: string) => create({ actor, at: tick(), identifier }),
    list: async (filter: Partial<AssetFilter> = {}, page: Partial<Page> = {}) => {
      const options = { order: "identifier", offset: 0, limit: 100, viewer, ...page } as const;
      return await underTest.overviews.list({ ...NO_FILTER, ...filter }, options);
    },
  };
}

type Page = Parameters<AssetOverviews["list"]>[1];

/** Returns the identifiers on a page, in page order. */
export const identifiersOf = (page: { items: readonly { asset: { identifier: string } }[] }) =>
  page.items.map(({ asset }) => asset.identifier);
