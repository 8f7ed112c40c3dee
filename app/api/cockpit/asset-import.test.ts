import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createInMemorySealedHeads } from "@/lib/accounts/testing/in-memory-sealed-heads";
import { createAuditChaining } from "@/lib/accounts/use-cases/chain-audit";
import { verifyAudit } from "@/lib/accounts/use-cases/verify-audit";
import { IMPORT_ROWS_MAX } from "@/lib/assets/rules/read-asset-rows";
import { assetTiles } from "@/lib/http/assets/cockpit-schemas";
import { assetImport } from "@/lib/http/assets/import-schemas";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { prepareApi } from "../../testing/api.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";
import { GET as getExport } from "./assets/export/route";

const IMPORTS = "/api/cockpit/assets/imports";
const api = prepareApi();
let headers: { cookie: string };

const send = (query: string, file: string | Blob, type = "text/csv") =>
  api.call("POST", `${IMPORTS}?${query}`, {
    key: null,
    body: file,
    headers: { ...headers, "content-type": type },
  });
const answerOf = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return assetImport.parse(body);
};
const preview = (file: string | Blob) => answerOf(send("dryRun=true", file));
const apply = (file: string, digest: string | null = null) =>
  answerOf(send(digest === null ? "" : `digest=${digest}`, file));
const refusalOf = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  const refusal = cockpitProblem.parse(body);
  expect(refusal.status).toBe(status);
  return refusal;
};
const tiles = async () => {
  const { body } = await api.call("GET", "/api/cockpit/assets?order=identifier", {
    key: null,
    headers,
  });
  return assetTiles
    .parse(body)
    .items.map(({ identifier, name, folder }) => [identifier, name, folder]);
};
const edit = async (identifier: string, body: object) =>
  api.call("POST", "/external-api/assets", { body: { identifier, ...body } });
async function exported(query = "") {
  const request = new Request(`http://127.0.0.1:3000/api/cockpit/assets/export?${query}`, {
    headers,
  });
  const answer = await getExport(request, { params: Promise.resolve({}) });
  return { answer, text: Buffer.from(await answer.arrayBuffer()).toString() };
}

const FILE = "identifier;name;folder\r\nA;Hof;Bern\r\nB;Haus;\r\n";

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});
beforeEach(async () => {
  await api.container.database.pool.query("TRUNCATE asset, staged_document CASCADE");
});

describe("a preview", () => {
  test("reports what will change and changes nothing", async () => {
    await edit("A", { name: "Old" });
    await edit("U", { name: "Stays" });
    const seen = await preview(`${FILE}U;Stays;\r\n`);
    expect(seen).toMatchObject({
      isDryRun: true,
      rowCount: 3,
      unchangedCount: 1,
      archivedCount: 0,
      problemCount: 0,
      counts: { created: 1, renamed: 1, moved: 1, described: 0 },
      ignoredColumns: [],
    });
    expect(seen.changes.renamed).toEqual([
      {
        line: 2,
        identifier: "A",
        before: { name: "Old", description: "", folder: null },
        after: { name: "Hof", description: "", folder: "Bern" },
      },
    ]);
    expect(seen.changes.created.map(({ before }) => before)).toEqual([null]);
    expect((await tiles()).map(([identifier]) => identifier)).toEqual(["A", "U"]);
  });

  test("reports the problems of each row, and importing the file then changes nothing", async () => {
    const file = `${FILE};No one;\r\nA;Twice;\r\nC;;\r\n`;
    const seen = await preview(file);
    expect(seen.problems.map(({ line }) => line)).toEqual([4, 5, 6]);
    const refused = await refusalOf(send("", file));
    expect(refused).toMatchObject({ status: 422, code: "validation-failed" });
    expect(refused.errors.map(({ pointer }) => pointer)).toEqual([
      "#/lines/4",
      "#/lines/5",
      "#/lines/6",
    ]);
    expect(await tiles()).toEqual([]);
  });

  test.each([
    ["Windows-1252", new Blob([Buffer.from("identifier;name\r\nA;Z\xfcrich", "latin1")]), 2],
    [
      "a lone surrogate's bytes",
      new Blob([Buffer.from("identifier,name\nA,\xed\xa0\x80", "latin1")]),
      2,
    ],
    ["a NUL", "identifier,name\nA\0,Hof", 2],
    ["nothing", "", 1],
  ])("reports a file with %s", async (_case, file, line) => {
    expect((await preview(file)).problems).toEqual([{ line, problem: expect.any(String) }]);
  });

  test("reports the first hundred problems and counts all of them", async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `A${n},\n`).join("");
    const seen = await preview(`identifier,name\n${rows}`);
    expect([seen.problems.length, seen.problemCount]).toEqual([100, 300]);
  });
});

describe("an import", () => {
  test("makes the previewed changes once, and a repeated import changes nothing", async () => {
    await edit("A", { name: "Old" });
    const { digest } = await preview(FILE);
    expect(await apply(FILE, digest)).toMatchObject({ isDryRun: false, counts: { created: 1 } });
    const expected = [
      ["A", "Hof", "Bern"],
      ["B", "Haus", null],
    ];
    expect(await tiles()).toEqual(expected);
    expect(await apply(FILE)).toMatchObject({ unchangedCount: 2, counts: { created: 0 } });
    expect(await tiles()).toEqual(expected);
    const { rows } = await api.container.database.pool.query(
      `SELECT "row".subject, "row".before, "row".after FROM audit_row AS "row"
       JOIN audit_entry ON audit_entry.id = entry_id AND audit_entry.subject = 'assets' ORDER BY "row".id`,
    );
    expect(rows).toEqual([
      {
        subject: "asset:A",
        before: { name: "Old", description: "", folder: null },
        after: { name: "Hof", description: "", folder: "Bern" },
      },
      {
        subject: "asset:B",
        before: null,
        after: { name: "Haus", description: "", folder: null },
      },
    ]);
  });

  test("is covered by the chain of the audit log: verification finds a row that was changed", async () => {
    await apply('identifier,name,folder,description\nÖ-1,Höfe,,\nÖ-2,Haus,Bern/Süd,"a, b\nc"\n');
    const sealedHeads = createInMemorySealedHeads();
    const ports = { ...api.container.ports, sealedHeads };
    await createAuditChaining(ports).chain();
    const verify = () => verifyAudit(ports, { head: null, previousKeys: [] });
    expect(await verify()).toMatchObject({ unchained: 0, faults: [] });
    await api.container.database.pool.query(`
      ALTER TABLE audit_row DISABLE TRIGGER USER;
      UPDATE audit_row SET subject = 'asset:Ö-3' WHERE subject = 'asset:Ö-2';
      ALTER TABLE audit_row ENABLE TRIGGER USER`);
    expect((await verify()).faults).toMatchObject([{ kind: "rows-changed" }]);
  });

  test("changes nothing if the preview is outdated", async () => {
    const { digest } = await preview(FILE);
    await edit("B", { name: "Somebody else's" });
    const refused = await refusalOf(send(`digest=${digest}`, FILE));
    expect(refused).toMatchObject({ status: 409, code: "assets-changed" });
    expect(await tiles()).toEqual([["B", "Somebody else's", null]]);
  });

  test("handles the maximum number of assets in one transaction, and importing an export of them changes nothing", async () => {
    const long = "x".repeat(65);
    const rows = Array.from(
      { length: IMPORT_ROWS_MAX },
      (_, n) => `N-${n},${long} ${n},${long}/Ort ${n % 50},${long}\n`,
    );
    const imported = await apply(`identifier,name,folder,description\n${rows.join("")}`);
    expect(imported.counts.created).toBe(IMPORT_ROWS_MAX);
    expect(imported.changes.created).toHaveLength(50);
    const { text } = await exported();
    expect(text.split("\r\n")).toHaveLength(IMPORT_ROWS_MAX + 2);
    expect(await preview(text)).toMatchObject({
      rowCount: IMPORT_ROWS_MAX,
      unchangedCount: IMPORT_ROWS_MAX,
    });
    const edited = rows.map((row) => row.replace("x", "y")).join("");
    const { counts } = await apply(`identifier,name,folder,description\n${edited}`);
    expect(counts).toMatchObject({ renamed: IMPORT_ROWS_MAX });
  });
});

describe("the uploaded file", () => {
  test.each([
    ["the type JSON", "{}", "application/json"],
    ["no type", FILE, ""],
  ])("is rejected if sent with %s", async (_case, file, type) => {
    expect(await refusalOf(send("dryRun=true", file, type))).toMatchObject({
      status: 415,
      code: "unsupported-media-type",
    });
  });

  test("is accepted at the size limit and rejected above it", async () => {
    const head = "identifier,name\nA,Hof\n";
    const file = head + " ".repeat(5 * 1024 * 1024 - head.length);
    expect(await preview(file)).toMatchObject({ rowCount: 1, problemCount: 0 });
    expect(await refusalOf(send("dryRun=true", `${file} `))).toMatchObject({
      status: 413,
      code: "body-too-large",
    });
  });
});

describe("an export", () => {
  test("is a spreadsheet file that includes archived assets, available to every role", async () => {
    await edit("B", { name: 'Haus; "neu"', folder: "Bern", description: "=1+1" });
    await edit("A", { name: "Größe" });
    await api.call("PATCH", "/external-api/assets", { body: { identifier: "A", archived: true } });
    const reader = await signInForTest(api.container, "reader");
    const own = headers;
    headers = reader.headers;
    const { answer, text } = await exported("separator=semicolon");
    headers = own;
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="assets.csv"');
    expect(text).toBe(
      '\ufeffidentifier;name;folder;description\r\nA;Größe;;\r\nB;"Haus; ""neu""";Bern;"\'=1+1"\r\n',
    );
    expect((await exported()).text).toContain("identifier,name,folder,description");
  });

  test("is rejected if the separator is unknown", async () => {
    expect((await exported("separator=tab")).answer.status).toBe(422);
  });
});
