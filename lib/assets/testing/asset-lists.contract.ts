import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { AssetRepository, AssetSelection } from "../ports";

const AT = new Date("2026-03-01T12:00:00.123Z");
const EVERYTHING: AssetSelection = { identifier: null, folder: null, name: null, isArchived: null };

const ASSETS: readonly (readonly [identifier: string, name: string, folder: string | null])[] = [
  ["A", "Lindenhof", "Zürich"],
  ["B", "LINDENHOF 2", "Zürich/Altstadt"],
  ["C", "Café 100%", "Zürich Nord"],
  ["a", "Straße_7", null],
  ["Ä", "Straße 7", "zürich"],
];

/** Tests how every repository lists assets; `open` provides an empty repository for each test. */
export function describeAssetListContract(
  name: string,
  open: () => Promise<AssetRepository>,
): void {
  describe(name, () => {
    test.each<[string, Partial<AssetSelection>, readonly string[]]>([
      ["without a filter", {}, ["A", "B", "C", "a", "Ä"]],
      ["by identifier, in the correct case", { identifier: "a" }, ["a"]],
      ["by an unused identifier", { identifier: "b" }, []],
      ["by folder, including those below it", { folder: "Zürich" }, ["A", "B"]],
      ["by a folder below another", { folder: "Zürich/Altstadt" }, ["B"]],
      ["by part of a folder's name", { folder: "Zür" }, []],
      ["by part of a name, in any case", { name: "lindenhof" }, ["A", "B"]],
      ["by a name with a literal %", { name: "%" }, ["C"]],
      ["by a name with a literal _", { name: "_" }, ["a"]],
      ["by folder and name", { folder: "Zürich", name: "2" }, ["B"]],
      ["by identifier and another folder", { identifier: "A", folder: "zürich" }, []],
      ["by identifier, folder and name", { identifier: "A", folder: "Zürich", name: "hof" }, ["A"]],
      ["only archived assets", { isArchived: true }, ["C"]],
      [
        "only assets that are not archived, in a folder",
        { isArchived: false, folder: "Zürich Nord" },
        [],
      ],
    ])("%s", async (_case, selection, expected) => {
      const assets = await openFilled(open);
      const found = await assets.list({ ...EVERYTHING, ...selection }, { after: null, limit: 9 });
      expect(found.map(({ identifier }) => identifier)).toEqual(expected);
    });

    describePages(open);
  });
}

function describePages(open: () => Promise<AssetRepository>) {
  test("a page continues after an identifier, even a nonexistent one", async () => {
    const assets = await openFilled(open);
    const page = async (after: string | null) =>
      (await assets.list(EVERYTHING, { after, limit: 2 })).map(({ identifier }) => identifier);
    expect(await page(null)).toEqual(["A", "B"]);
    expect(await page("B")).toEqual(["C", "a"]);
    expect(await page("Z")).toEqual(["a", "Ä"]);
    expect(await page("Ä")).toEqual([]);
  });

  test("many assets are found by their identifiers in one call, including archived ones", async () => {
    const assets = await openFilled(open);
    const found = await assets.findByIdentifiers(["C", "A", "x", 'q","u']);
    expect(found.map(({ identifier }) => identifier).toSorted()).toEqual(["A", "C"]);
    expect(found).toContainEqual(await assets.findByIdentifier("C"));
    expect(await assets.findByIdentifiers([])).toEqual([]);
  });
}

async function openFilled(open: () => Promise<AssetRepository>): Promise<AssetRepository> {
  const assets = await open();
  for (const [n, [identifier, name, folder]] of ASSETS.entries()) {
    const id = `019cbc00-0000-7000-8000-00000000000${n}`;
    const values = { id, identifier, name, description: "", folder, createdAt: AT };
    await assets.create(values, anAuditNote());
    if (identifier === "C") {
      await assets.setArchived(id, { isArchived: true, at: AT }, anAuditNote());
    }
  }
  return assets;
}
