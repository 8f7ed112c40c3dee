import { expect, test } from "vitest";
import { CHANGE_KINDS, isChange, planImport, type StoredAsset } from "./plan-import";
import { readAssetRows } from "./read-asset-rows";

const stored = (identifier: string, texts: Partial<StoredAsset> = {}): StoredAsset => ({
  id: `id of ${identifier}`,
  identifier,
  name: "Hof",
  description: "Bern",
  folder: "A",
  archivedAt: null,
  ...texts,
});
const plan = (text: string, ...assets: StoredAsset[]) => planImport(readAssetRows(text), assets);
const kindsOf = (text: string, ...assets: StoredAsset[]) =>
  plan(text, ...assets).changes.map((change) =>
    CHANGE_KINDS.filter((kind) => isChange[kind](change)),
  );

test("a plan marks each row as created, renamed, moved, described, several of these, or unchanged", () => {
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

test("a missing column leaves the text of existing assets unchanged and the text of new assets empty", () => {
  const { changes } = plan("identifier,name\nA,Haus\nB,New", stored("A"));
  expect(changes.map(({ after }) => after)).toEqual([
    { name: "Haus", description: "Bern", folder: "A" },
    { name: "New", description: "", folder: null },
  ]);
});

test("a row for an archived asset changes the asset and is counted", () => {
  const archived = stored("A", { archivedAt: new Date() });
  expect(plan("identifier,name\nA,Haus", archived)).toMatchObject({
    archivedCount: 1,
    changes: [{ line: 2, identifier: "A" }],
  });
});

test("an identifier without visible characters is rejected for a new asset but accepted for an existing one", () => {
  const file = "identifier,name\n\u200b,Haus\n";
  expect(plan(file).problems).toEqual([
    { line: 2, problem: expect.stringMatching(/^The identifier must have a visible character/) },
  ]);
  expect(plan(file, stored("\u200b"))).toMatchObject({ problems: [], changes: [{ line: 2 }] });
});

test("a new identifier that looks like another one is an error, but two stored identifiers that look alike are not", () => {
  const [composed, decomposed] = ["Z\u00fcrich", "Zu\u0308rich"];
  const file = `identifier,name\n${composed},Hof\n${decomposed},Hof\n`;
  const onLine2 = { line: 3, problem: expect.stringMatching(/looks like the one on line 2/) };
  expect(plan(file).problems).toEqual([onLine2]);
  expect(plan(file, stored(composed)).problems).toEqual([onLine2]);
  expect(plan(file, stored(composed), stored(decomposed)).problems).toEqual([]);
  expect(plan(`identifier,name\n${decomposed},Hof\n`, stored(composed)).problems).toEqual([
    { line: 2, problem: expect.stringMatching(/looks like an existing one/) },
  ]);
});

test("spaces around a name are removed, but a stored name with such spaces does not count as changed", () => {
  const file = "identifier,name\nA, Haus \nB, Haus ";
  expect(plan(file, stored("B", { name: " Haus" })).changes.map(({ after }) => after.name)).toEqual(
    ["Haus"],
  );
});

test("counts new identifiers that a spreadsheet may have shortened", () => {
  const file = "identifier,name\n17,Hof\n0017,Hof\n1.23E+15,Hof\n9,Hof\nA1,Hof";
  expect(plan(file, stored("9")).numericCount).toBe(2);
});

test("a space before or after an identifier is an error unless an existing asset has that identifier", () => {
  const file = "identifier,name\nA ,Hof\n";
  expect(plan(file).problems).toEqual([
    { line: 2, problem: expect.stringMatching(/begins or ends with a space/) },
  ]);
  expect(plan(file, stored("A ")).problems).toEqual([]);
});
