import { describe, expect, test } from "vitest";
import { planZip, type ZipDocument } from "./plan-zip";

const documentOf = (changes: Partial<ZipDocument>): ZipDocument => ({
  uuid: crypto.randomUUID(),
  name: "Lease.pdf",
  assetIdentifier: "BLD-1",
  size: 10,
  hasContent: true,
  createdAt: "2026-11-28T12:00:00.000Z",
  ...changes,
});

async function* listOf(documents: readonly Partial<ZipDocument>[]) {
  for (const changes of documents) yield documentOf(changes);
}

const pathsOf = async (documents: readonly Partial<ZipDocument>[]) =>
  (await planZip(listOf(documents), 1_000)).entries.map(({ path }) => path);

describe("what is left out", () => {
  test("a document without a file, without its content, or beyond the size; smaller ones still fit", async () => {
    const plan = await planZip(
      listOf([
        { name: "waiting.pdf", size: null, hasContent: false },
        { name: "erased.pdf", hasContent: false },
        { name: "first.pdf", size: 60 },
        { name: "large.pdf", size: 41 },
        { name: "small.pdf", size: 40 },
      ]),
      100,
    );
    expect(plan.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ["waiting.pdf", "no-file"],
      ["erased.pdf", "erased"],
      ["large.pdf", "too-large"],
    ]);
    expect(plan.entries.map(({ name }) => name)).toEqual(["first.pdf", "small.pdf"]);
    expect(plan).toMatchObject({ bytes: 100, bytesMax: 100, isCut: false });
  });

  test.each([
    [1_000, false],
    [1_001, true],
  ])("of %i documents, at most 1,000 are considered", async (count, isCut) => {
    const plan = await planZip(listOf(Array(count).fill({ size: 1 })), 1_000_000);
    expect(plan.entries).toHaveLength(1_000);
    expect(plan.isCut).toBe(isCut);
  });
});

describe("names in the ZIP file", () => {
  test("are in a folder per asset and differ in more than case", async () => {
    expect(
      await pathsOf([
        {},
        { name: "LEASE.pdf" },
        { name: "Lease (2).pdf" },
        { assetIdentifier: "BLD-2" },
        { assetIdentifier: "bld-1" },
      ]),
    ).toEqual([
      "BLD-1/Lease.pdf",
      "BLD-1/LEASE (2).pdf",
      "BLD-1/Lease (2) (2).pdf",
      "BLD-2/Lease.pdf",
      "bld-1/Lease (3).pdf",
    ]);
  });

  test.each([
    ["../../etc", "passwd.txt", "_._etc/passwd.txt"],
    ["..", "a.b", "_/a.b"],
    ["C:\\x", 'a<b>"c".txt', "C__x/a_b__c_.txt"],
    ["A/B", "con.pdf", "A_B/_con.pdf"],
    ["NUL", "com1.tar.gz", "_NUL/_com1.tar.gz"],
    ["dots. .", "end .pdf", "dots/end.pdf"],
    ["e\u0301", "\u202Efdp.exe", "é/_fdp.exe"],
    ["日本", "👩‍👧.pdf", "日本/👩‍👧.pdf"],
  ])("from the asset %j and the name %j: %j", async (assetIdentifier, name, path) => {
    expect(await pathsOf([{ assetIdentifier, name }])).toEqual([path]);
  });

  test("are short enough for every file system and keep their extension", async () => {
    const [path = ""] = await pathsOf([
      { assetIdentifier: "ü".repeat(255), name: `${"👍".repeat(250)}.pdf` },
    ]);
    const [folder, file] = path.split("/");
    expect(folder).toBe("ü".repeat(75));
    expect(file).toBe(`${"👍".repeat(37)}.pdf`);
  });
});
