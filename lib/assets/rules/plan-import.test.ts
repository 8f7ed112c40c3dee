import { expect, test } from "vitest";
import { CHANGE_KINDS, isChange, planImport, type StoredAsset } from "./plan-import";
import { readAssetRows } from "./read-asset-rows";

const stored = (identifier: string, texts: Partial<StoredAsset> = {}): StoredAsset => ({
  ...{ id: `id of ${identifier}`, identifier, name: "Hof", description: "Bern", folder: "A" },
  ...{ archivedAt: null, ...texts },
});
const plan = (text: string, ...assets: StoredAsset[]) => planImport(readAssetRows(text), assets);
const kindsOf = (text: string, ...assets: StoredAsset[]) =>
  plan(text, ...assets).changes.map((change) =>
    CHANGE_KINDS.filter((kind) => isChange[kind](change)),
  );

test("each row is created, renamed, moved, described or unchanged, or several of them", () => {
  const file =
    "identifier,name,folder,description\nN,New,,\nR,Haus,A,Bern\nM,Hof,B,Bern\nD,Hof,A,Basel\nU,Hof,A,Bern\nX,Haus,,\n";
  const assets = ["R", "M", "D", "U", "X"].map((identifier) => stored(identifier));
  expect(kindsOf(file, ...assets)).toEqual([
    ["created"],
    ["renamed"],
    ["moved"],
    ["described"],
    ["renamed", "moved", "described"],
  ]);
  expect(plan(file, ...assets)).toMatchObject({ rowCount: 6, problems: [], archivedCount: 0 });
});

test("a column that the file does not have changes nothing, and a new asset begins without it", () => {
  const { changes } = plan("identifier,name\nA,Haus\nB,New", stored("A"));
  expect(changes.map(({ after }) => after)).toEqual([
    { name: "Haus", description: "Bern", folder: "A" },
    { name: "New", description: "", folder: null },
  ]);
});

test("an archived asset is changed and counted", () => {
  const archived = stored("A", { archivedAt: new Date() });
  expect(plan("identifier,name\nA,Haus", archived)).toMatchObject({
    archivedCount: 1,
    changes: [{ line: 2, identifier: "A" }],
  });
});

test("a space around an identifier is a mistake, unless there is such an asset", () => {
  const file = "identifier,name\nA ,Hof\n";
  expect(plan(file).problems).toEqual([
    { line: 2, problem: expect.stringMatching(/begins or ends with a space/) },
  ]);
  expect(plan(file, stored("A ")).problems).toEqual([]);
});
