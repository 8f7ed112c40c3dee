import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import { archiveAsset, createAsset, editAsset } from "./assets";

const UNKNOWN_ID = "019cbc00-0000-7000-8000-ffffffffffff";
const EDIT = { name: "New", description: "" };

function arrange() {
  const ports = makeAssetPorts();
  const viewer = { userId: ports.ids.uuid(), since: new Date(0) };
  const create = (identifier = "A") =>
    createAsset(ports, {
      author: COMMAND_AUTHOR,
      identifier,
      name: "Hof",
      description: "Zürich",
      folder: null,
      viewer,
    });
  return { ports, viewer, create };
}

describe("creation", () => {
  test("with an identifier from the Unassigned tray includes the documents that have it", async () => {
    const { ports, viewer, create } = arrange();
    await makeDocumentAt(ports, 2, "A");
    const created = await create();
    expect(created).toMatchObject({ counts: [{ status: 2, count: 1 }], newCount: 1 });
    expect(created.asset).toMatchObject({ identifier: "A", name: "Hof", description: "Zürich" });
    expect(created.asset.createdAt).toEqual(ports.clock.now());
    expect(await ports.assetOverviews.findByIdentifier("A", viewer)).toEqual(created);
    const first = { text: null, after: null, limit: 1 };
    expect(await ports.assetOverviews.listUnassigned(first)).toEqual([]);
  });

  test("with an identifier in use reports whether the asset that has it is archived, and announces nothing", async () => {
    const { ports, viewer, create } = arrange();
    const { asset } = await create();
    ports.changes.takeCount();
    const taken = {
      code: "asset-exists",
      detail: expect.stringMatching(/^Another asset already has/),
    };
    await expect(create()).rejects.toMatchObject(taken);
    expect(ports.changes.takeCount()).toBe(0);
    await archiveAsset(ports, { author: COMMAND_AUTHOR, id: asset.id, isArchived: true, viewer });
    const archived = { code: "asset-exists", detail: expect.stringMatching(/^An archived asset/) };
    await expect(create()).rejects.toMatchObject(archived);
    expect(ports.assets.identifiers()).toEqual(["A"]);
  });
});

test("each change is announced immediately", async () => {
  const { ports, viewer, create } = arrange();
  const { asset } = await create();
  expect(ports.changes.takeCount()).toBe(1);
  await editAsset(ports, { author: COMMAND_AUTHOR, id: asset.id, ...EDIT, viewer });
  expect(ports.changes.takeCount()).toBe(1);
  await archiveAsset(ports, { author: COMMAND_AUTHOR, id: asset.id, isArchived: true, viewer });
  expect(ports.changes.takeCount()).toBe(1);
});

test("editing and archiving record the time of the change", async () => {
  const { ports, viewer, create } = arrange();
  const { asset } = await create();
  ports.clock.advanceSeconds(5);
  const edited = await editAsset(ports, { author: COMMAND_AUTHOR, id: asset.id, ...EDIT, viewer });
  expect(edited.asset).toEqual({ ...asset, ...EDIT, updatedAt: ports.clock.now() });
  ports.clock.advanceSeconds(5);
  const archived = await archiveAsset(ports, {
    author: COMMAND_AUTHOR,
    id: asset.id,
    isArchived: true,
    viewer,
  });
  const at = ports.clock.now();
  expect(archived.asset).toEqual({ ...edited.asset, archivedAt: at, updatedAt: at });
});

test.each([UNKNOWN_ID, "", "A", "1"])("no asset has the id %j", async (id) => {
  const { ports, viewer, create } = arrange();
  await create();
  ports.changes.takeCount();
  const notFound = { code: "asset-not-found" };
  await expect(
    editAsset(ports, { author: COMMAND_AUTHOR, id, ...EDIT, viewer }),
  ).rejects.toMatchObject(notFound);
  const archiving = archiveAsset(ports, { author: COMMAND_AUTHOR, id, isArchived: true, viewer });
  await expect(archiving).rejects.toMatchObject(notFound);
  expect(ports.changes.takeCount()).toBe(0);
});

test("an id in upper case is found", async () => {
  const { ports, viewer, create } = arrange();
  const { asset } = await create();
  const id = asset.id.toUpperCase();
  expect((await editAsset(ports, { author: COMMAND_AUTHOR, id, ...EDIT, viewer })).asset.name).toBe(
    "New",
  );
});
