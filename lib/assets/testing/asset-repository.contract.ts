import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { AssetRepository, NewAsset } from "../ports";

const UNKNOWN_ID = "019cbc00-0000-7000-8000-ffffffffffff";
const CREATED_AT = new Date("2026-03-01T12:00:00.123Z");
const LATER = new Date("2026-03-01T12:30:00.456Z");
const LATEST = new Date("2026-03-01T13:00:00.789Z");
const ASSET: NewAsset = {
  id: "019cbc00-0000-7000-8000-00000000000a",
  identifier: "Größe/№ 7 🏗️",
  name: "Lindenhof",
  description: "Lindenhof 1\n8001 Zürich",
  folder: "Zürich/Altstadt",
  createdAt: CREATED_AT,
};
const OTHER = { ...ASSET, id: "019cbc00-0000-7000-8000-00000000000b", identifier: "BLD-0002" };

/** Tests the guarantees of every asset repository; `open` provides an empty repository for each test. */
export function describeAssetRepositoryContract(
  name: string,
  open: () => Promise<AssetRepository>,
): void {
  describe(name, () => {
    describeCreation(open);
    describeEditing(open);
    describeArchiving(open);
  });
}

function describeCreation(open: () => Promise<AssetRepository>) {
  describe("creation", () => {
    test("returns an asset that can then be found by its id and by its identifier", async () => {
      const assets = await open();
      const created = await assets.create(ASSET, anAuditNote());
      expect(created).toEqual({ ...ASSET, updatedAt: CREATED_AT, archivedAt: null });
      expect(await assets.find(ASSET.id)).toEqual(created);
      expect(await assets.findByIdentifier(ASSET.identifier)).toEqual(created);
    });

    test("of a second asset with the same identifier changes nothing", async () => {
      const assets = await open();
      const created = await assets.create(ASSET, anAuditNote());
      const again = { ...OTHER, identifier: ASSET.identifier, name: "Other" };
      expect(await assets.create(again, anAuditNote())).toBeNull();
      expect(await assets.findByIdentifier(ASSET.identifier)).toEqual(created);
      expect(await assets.count()).toBe(1);
    });

    test("with the identifier of an archived asset is rejected", async () => {
      const assets = await open();
      await assets.create(ASSET, anAuditNote());
      await assets.setArchived(ASSET.id, { isArchived: true, at: LATER }, anAuditNote());
      expect(
        await assets.create({ ...OTHER, identifier: ASSET.identifier }, anAuditNote()),
      ).toBeNull();
    });

    test("stores texts of the maximum length, even if they cannot be compressed", async () => {
      const assets = await open();
      const texts = (from: number, length: number) =>
        String.fromCodePoint(
          ...Array.from({ length }, (_, n) => 0x20000 + (((from + n) * 7919) % 42_000)),
        );
      const longest = { identifier: texts(0, 255), name: texts(255, 200), folder: texts(455, 500) };
      const asset = { ...ASSET, ...longest, description: texts(955, 500) };
      expect(await assets.create(asset, anAuditNote())).toMatchObject(longest);
      const page = { after: null, limit: 10 };
      const selection = { identifier: null, folder: longest.folder, name: null, isArchived: null };
      expect(await assets.list(selection, page)).toHaveLength(1);
    });

    test("distinguishes upper and lower case in identifiers", async () => {
      const assets = await open();
      await assets.create(OTHER, anAuditNote());
      expect(await assets.findByIdentifier("bld-0002")).toBeNull();
      expect(
        await assets.create({ ...ASSET, identifier: "bld-0002" }, anAuditNote()),
      ).not.toBeNull();
    });

    test("succeeds exactly once for 10 concurrent calls with the same identifier", async () => {
      const assets = await open();
      const ids = Array.from({ length: 10 }, (_, n) => `019cbc00-0000-7000-8000-00000000001${n}`);
      const created = await Promise.all(
        ids.map((id) => assets.create({ ...ASSET, id }, anAuditNote())),
      );
      expect(created.filter((asset) => asset !== null)).toHaveLength(1);
      expect(await assets.count()).toBe(1);
    });

    test("unknown ids and identifiers are not found, and archived assets are counted", async () => {
      const assets = await open();
      expect(await assets.count()).toBe(0);
      expect(await assets.find(UNKNOWN_ID)).toBeNull();
      expect(await assets.findByIdentifier("BLD-0001")).toBeNull();
      await assets.create(ASSET, anAuditNote());
      await assets.create(OTHER, anAuditNote());
      await assets.setArchived(OTHER.id, { isArchived: true, at: LATER }, anAuditNote());
      expect(await assets.count()).toBe(2);
    });
  });
}

function describeEditing(open: () => Promise<AssetRepository>) {
  test("an edit changes the given texts, leaves undefined texts unchanged, and can remove the folder", async () => {
    const assets = await open();
    const created = await assets.create(ASSET, anAuditNote());
    const renamed = await assets.update(ASSET.id, { name: "Hof", at: LATER }, anAuditNote());
    expect(renamed).toEqual({ ...created, name: "Hof", updatedAt: LATER });
    const moved = await assets.update(ASSET.id, { folder: null, at: LATEST }, anAuditNote());
    expect(moved).toEqual({ ...created, name: "Hof", folder: null, updatedAt: LATEST });
  });

  test("an edit that changes nothing keeps the previous time", async () => {
    const assets = await open();
    const created = await assets.create(ASSET, anAuditNote());
    const { name, description, folder } = ASSET;
    const same = { name, description, folder, at: LATER };
    expect(await assets.update(ASSET.id, same, anAuditNote())).toEqual(created);
    expect(await assets.find(ASSET.id)).toEqual(created);
  });

  test("an edit changes only the name, the description and the time of one asset", async () => {
    const assets = await open();
    const created = await assets.create(ASSET, anAuditNote());
    const other = await assets.create(OTHER, anAuditNote());
    const edit = { name: "Lindenhof 2", description: "" };
    const edited = await assets.update(ASSET.id, { ...edit, at: LATER }, anAuditNote());
    expect(edited).toEqual({ ...created, ...edit, updatedAt: LATER });
    expect(await assets.find(ASSET.id)).toEqual(edited);
    expect(await assets.find(OTHER.id)).toEqual(other);
  });

  test("an edit can also archive or restore the asset, and repeating the edit keeps the times", async () => {
    const assets = await open();
    const created = await assets.create(ASSET, anAuditNote());
    const notes = { edited: anAuditNote(), archived: anAuditNote() };
    const change = { name: "Hof", isArchived: true };
    const archived = await assets.amend(ASSET.id, { ...change, at: LATER }, notes);
    expect(archived).toEqual({ ...created, name: "Hof", updatedAt: LATER, archivedAt: LATER });
    expect(await assets.amend(ASSET.id, { ...change, at: LATEST }, notes)).toEqual(archived);
    const restored = await assets.amend(ASSET.id, { isArchived: false, at: LATEST }, notes);
    expect(restored).toEqual({ ...created, name: "Hof", updatedAt: LATEST });
    expect(await assets.amend(UNKNOWN_ID, { ...change, at: LATEST }, notes)).toBeNull();
  });

  test("an edit of an unknown asset returns null", async () => {
    const assets = await open();
    expect(
      await assets.update(UNKNOWN_ID, { name: "A", description: "", at: LATER }, anAuditNote()),
    ).toBeNull();
    expect(await assets.count()).toBe(0);
  });
}

function describeArchiving(open: () => Promise<AssetRepository>) {
  describe("archiving", () => {
    test("keeps its original time if it is repeated", async () => {
      const assets = await open();
      const created = await assets.create(ASSET, anAuditNote());
      const archived = await assets.setArchived(
        ASSET.id,
        { isArchived: true, at: LATER },
        anAuditNote(),
      );
      expect(archived).toEqual({ ...created, archivedAt: LATER, updatedAt: LATER });
      expect(
        await assets.setArchived(ASSET.id, { isArchived: true, at: LATEST }, anAuditNote()),
      ).toEqual(archived);
      expect(await assets.find(ASSET.id)).toEqual(archived);
    });

    test("can be reversed, even repeatedly", async () => {
      const assets = await open();
      const created = await assets.create(ASSET, anAuditNote());
      await assets.setArchived(ASSET.id, { isArchived: true, at: LATER }, anAuditNote());
      const back = await assets.setArchived(
        ASSET.id,
        { isArchived: false, at: LATEST },
        anAuditNote(),
      );
      expect(back).toEqual({ ...created, updatedAt: LATEST });
      expect(
        await assets.setArchived(ASSET.id, { isArchived: false, at: LATEST }, anAuditNote()),
      ).toEqual(back);
    });

    test("returns null for an unknown asset and does not archive any other asset", async () => {
      const assets = await open();
      const created = await assets.create(ASSET, anAuditNote());
      expect(
        await assets.setArchived(UNKNOWN_ID, { isArchived: true, at: LATER }, anAuditNote()),
      ).toBeNull();
      expect(await assets.find(ASSET.id)).toEqual(created);
    });
  });
}
