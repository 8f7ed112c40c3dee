import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { Asset, AssetImport, AssetRepository, NewAsset } from "../ports";

const AT = new Date("2026-03-01T12:00:00.123Z");
const LATER = new Date("2026-03-01T12:30:00.456Z");
const NOTE = anAuditNote();
const NOTHING: AssetImport = { created: [], edited: [], at: LATER };

const newAsset = (n: number, createdAt = AT): NewAsset => ({
  id: `019cbc00-0000-7000-8000-${String(n).padStart(12, "0")}`,
  identifier: `BLD-${n} "é"`,
  name: `House ${n}`,
  description: "line 1\nline 2",
  folder: n % 2 ? "Bern" : null,
  createdAt,
});
const edit = (before: NewAsset, after: Partial<NewAsset>) => {
  const { id, name, description, folder } = before;
  const texts = { name, description, folder };
  return { id, before: texts, after: { ...texts, ...after } };
};

/** Tests the guarantees of importing many assets; `open` provides an empty repository for each test. */
export function describeAssetImportContract(
  name: string,
  open: () => Promise<AssetRepository>,
): void {
  describe(name, () => {
    describeWhatIsWritten(open);
    describeWhatIsRefused(open);
  });
}

function describeWhatIsWritten(open: () => Promise<AssetRepository>) {
  test("creates and edits the given assets and leaves all other assets unchanged", async () => {
    const assets = await open();
    for (const n of [1, 2, 3]) await assets.create(newAsset(n), NOTE);
    const other = await assets.find(newAsset(3).id);
    const edited = [
      edit(newAsset(1), { name: "Moved", folder: "Basel" }),
      edit(newAsset(2), { folder: "Genf" }),
    ];
    const created = [newAsset(4, LATER), newAsset(5, LATER)];
    expect(await assets.import({ created, edited, at: LATER }, NOTE)).toBe(true);
    expect(await assets.find(newAsset(1).id)).toEqual({
      ...newAsset(1),
      name: "Moved",
      folder: "Basel",
      updatedAt: LATER,
      archivedAt: null,
    });
    expect((await assets.find(newAsset(2).id))?.folder).toBe("Genf");
    expect(await assets.find(newAsset(3).id)).toEqual(other);
    const fresh: Asset = { ...newAsset(5, LATER), updatedAt: LATER, archivedAt: null };
    expect(await assets.findByIdentifier(newAsset(5).identifier)).toEqual(fresh);
    expect(await assets.count()).toBe(5);
  });

  test("an archived asset stays archived", async () => {
    const assets = await open();
    await assets.create(newAsset(1), NOTE);
    await assets.setArchived(newAsset(1).id, { isArchived: true, at: AT }, NOTE);
    const edited = [edit(newAsset(1), { name: "Hof" })];
    expect(await assets.import({ ...NOTHING, edited }, NOTE)).toBe(true);
    expect(await assets.find(newAsset(1).id)).toMatchObject({ name: "Hof", archivedAt: AT });
  });

  test("an import without changes succeeds", async () => {
    const assets = await open();
    expect(await assets.import(NOTHING, NOTE)).toBe(true);
  });
}

function describeWhatIsRefused(open: () => Promise<AssetRepository>) {
  test("writes nothing if the identifier of a new asset has been taken in the meantime", async () => {
    const assets = await open();
    await assets.create(newAsset(1), NOTE);
    const created = [newAsset(2, LATER), { ...newAsset(3, LATER), identifier: 'BLD-1 "é"' }];
    const edited = [edit(newAsset(1), { name: "Hof" })];
    expect(await assets.import({ created, edited, at: LATER }, NOTE)).toBe(false);
    expect(await assets.count()).toBe(1);
    expect((await assets.find(newAsset(1).id))?.name).toBe("House 1");
  });

  test.each([
    ["its name", { name: "Other" }],
    ["its folder", { folder: null }],
    ["its description", { description: "" }],
  ])("writes nothing if somebody has edited %s in the meantime", async (_what, other) => {
    const assets = await open();
    await assets.create(newAsset(1), NOTE);
    await assets.update(newAsset(1).id, { ...other, at: AT }, NOTE);
    const found = await assets.find(newAsset(1).id);
    const edited = [edit(newAsset(1), { folder: "Chur" })];
    expect(await assets.import({ created: [newAsset(2)], edited, at: LATER }, NOTE)).toBe(false);
    expect(await assets.find(newAsset(1).id)).toEqual(found);
    expect(await assets.count()).toBe(1);
  });

  test("of two concurrent imports of the same new assets in any order, only one is written", async () => {
    const assets = await open();
    const count = 2_000;
    const rowsFrom = (from: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...newAsset(from + n, LATER),
        identifier: `SAME-${n}`,
      }));
    const written = await Promise.all([
      assets.import({ ...NOTHING, created: rowsFrom(10_000) }, NOTE),
      assets.import({ ...NOTHING, created: rowsFrom(10_000).toReversed() }, NOTE),
    ]);
    expect(written.toSorted()).toEqual([false, true]);
    expect(await assets.count()).toBe(count);
  });
}
