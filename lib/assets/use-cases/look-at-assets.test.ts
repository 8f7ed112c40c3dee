import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import {
  findAssetPlace,
  listAssets,
  listUnassignedDocuments,
  noteAssetVisit,
} from "./asset-overviews";
import { createAsset } from "./assets";

function arrange() {
  const ports = makeAssetPorts();
  const viewer = { userId: ports.ids.uuid(), since: new Date(0) };
  const create = (identifier: string) =>
    createAsset(ports, {
      author: COMMAND_AUTHOR,
      identifier,
      name: identifier,
      description: "",
      folder: null,
      viewer,
    });
  return { ports, viewer, create };
}

describe("an identifier", () => {
  test("of an asset returns the asset's tile and the documents that the tile shows", async () => {
    const { ports, viewer, create } = arrange();
    await makeDocumentAt(ports, 5, "A");
    const asset = await create("A");
    const { counts, newest } = asset;
    const place = await findAssetPlace(ports, { identifier: "A", viewer });
    expect(place).toEqual({ identifier: "A", asset, counts, newest });
  });

  test("without an asset returns its documents", async () => {
    const { ports, viewer } = arrange();
    await makeDocumentAt(ports, 5, "B");
    expect(await findAssetPlace(ports, { identifier: "B", viewer })).toMatchObject({
      asset: null,
      counts: [{ status: 5, count: 1 }],
    });
  });

  test("with an asset may have no documents", async () => {
    const { ports, viewer, create } = arrange();
    const asset = await create("C");
    const place = await findAssetPlace(ports, { identifier: "C", viewer });
    expect(place).toEqual({ identifier: "C", asset, counts: [], newest: null });
  });

  test("without an asset or documents is not found", async () => {
    const { ports, viewer } = arrange();
    await makeDocumentAt(ports, 5, "d");
    await expect(findAssetPlace(ports, { identifier: "D", viewer })).rejects.toMatchObject({
      code: "asset-not-found",
    });
  });
});

test("returns the assets that match the filter, and their total", async () => {
  const { ports, viewer, create } = arrange();
  for (const identifier of ["A", "B", "AB"]) await create(identifier);
  const filter = { text: "a", folder: null, status: null, isNew: false, isArchived: false };
  const page = { order: "identifier", offset: 1, limit: 1, viewer } as const;
  const { items, total } = await listAssets(ports, { filter, ...page });
  expect(items.map(({ asset }) => asset.identifier)).toEqual(["AB"]);
  expect(total).toBe(2);
});

test("a page of the Unassigned tray says whether there are more", async () => {
  const { ports } = arrange();
  for (const identifier of ["A", "B", "C"]) await makeDocumentAt(ports, 1, identifier);
  const page = async (after: string | null, limit: number) => {
    const found = await listUnassignedDocuments(ports, { text: null, after, limit });
    return [found.items.map(({ identifier }) => identifier), found.nextAfter];
  };
  expect(await page(null, 2)).toEqual([["A", "B"], "B"]);
  expect(await page("B", 2)).toEqual([["C"], null]);
  expect(await page(null, 3)).toEqual([["A", "B", "C"], null]);
});

test("a visit returns the time since which documents were new: first the creation of the account, then the previous visit", async () => {
  const { ports, viewer } = arrange();
  const input = { viewer, identifier: "A" };
  const firstAt = ports.clock.now();
  expect(await noteAssetVisit(ports, input)).toEqual(viewer.since);
  ports.clock.advanceSeconds(5);
  expect(await noteAssetVisit(ports, input)).toEqual(firstAt);
});
