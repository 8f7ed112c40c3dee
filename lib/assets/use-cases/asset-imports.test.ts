import { expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import { exportAssets, importAssets, previewImport } from "./asset-imports";
import { amendAsset, putAsset } from "./assets";

const author = COMMAND_AUTHOR;
const FILE = Buffer.from("identifier,name,folder\nA,Hof,Bern\nB,Haus,\n");
const SELECTION = { identifier: null, folder: null, name: null, isArchived: null };

test("an import is announced immediately and audited once, unless it changes nothing", async () => {
  const ports = makeAssetPorts();
  const { digest } = await previewImport(ports, FILE);
  expect(ports.changes.takeCount()).toBe(0);
  await importAssets(ports, { file: FILE, digest, author });
  expect(ports.changes.takeCount()).toBe(1);
  await importAssets(ports, { file: FILE, digest: null, author });
  expect(ports.changes.takeCount()).toBe(0);
  expect(ports.assets.notes.map(({ action, subject }) => [action, subject])).toEqual([
    ["assets-imported", "assets"],
  ]);
});

test("the digest covers the changes, not the file: additional rows without changes do not affect it", async () => {
  const ports = makeAssetPorts();
  await putAsset(ports, { identifier: "U", name: "Same", author });
  const { digest } = await previewImport(ports, FILE);
  const longer = Buffer.concat([FILE, Buffer.from("U,Same,\n")]);
  expect((await previewImport(ports, longer)).digest).toBe(digest);
  await putAsset(ports, { identifier: "A", name: "Hof", author });
  expect((await previewImport(ports, FILE)).digest).not.toBe(digest);
});

test("an import detects a change made between its reading and its writing, and writes nothing", async () => {
  const ports = makeAssetPorts();
  await putAsset(ports, { identifier: "A", name: "Old", author });
  const assets = {
    ...ports.assets,
    findByIdentifiers: async (identifiers: readonly string[]) => {
      const found = await ports.assets.findByIdentifiers(identifiers);
      await putAsset(ports, { identifier: "A", name: "Somebody else's", author });
      return found;
    },
  };
  const racing = importAssets({ ...ports, assets }, { file: FILE, digest: null, author });
  await expect(racing).rejects.toMatchObject({ code: "assets-changed" });
  expect(ports.assets.all().map(({ name }) => name)).toEqual(["Somebody else's"]);
});

test("an export reads any number of assets page by page", async () => {
  const ports = makeAssetPorts();
  const rows = Array.from({ length: 1_001 }, (_, n) => `N-${n},Hof\n`).join("");
  const file = Buffer.from(`identifier,name\n${rows}`);
  await importAssets(ports, { file, digest: null, author });
  const parts: string[] = [];
  for await (const part of exportAssets(ports, SELECTION, "comma")) parts.push(part);
  expect(parts).toHaveLength(4);
  const preview = await previewImport(ports, Buffer.from(parts.join("")));
  expect(preview.plan).toMatchObject({ rowCount: 1_001, changes: [], problems: [] });
});

test("an invalid row does not affect how existing assets are found for the other rows", async () => {
  const ports = makeAssetPorts();
  await putAsset(ports, { identifier: "A ", name: "Hof", author });
  const file = Buffer.from("identifier,name\n,Hof\nA ,Hof\nX\0,Hof\n");
  const { plan } = await previewImport(ports, file);
  expect(plan.problems.map(({ line }) => line)).toEqual([2, 4]);
  expect(plan.changes.map(({ line }) => line)).toEqual([2, 4]);
});

test("an API call that changes something is announced", async () => {
  const ports = makeAssetPorts();
  const put = { identifier: "A", name: "Hof", author };
  const amendment = { identifier: "A", folder: "Bern", isArchived: true, author };
  for (const call of [() => putAsset(ports, put), () => amendAsset(ports, amendment)]) {
    ports.clock.advanceSeconds(1);
    await call();
    expect(ports.changes.takeCount()).toBe(1);
    ports.clock.advanceSeconds(1);
    await call();
    expect(ports.changes.takeCount()).toBe(0);
  }
});
