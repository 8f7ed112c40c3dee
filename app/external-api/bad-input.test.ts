import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const api = prepareApi();

const create = (body: unknown, headers: Record<string, string> = {}) =>
  api.call("POST", DOCUMENTS, { body, headers });
const named = (name: unknown) => create({ assetIdentifier: "A", name });
const forAsset = (assetIdentifier: unknown) => create({ assetIdentifier, name: "a.pdf" });

async function refused(call: ReturnType<typeof create>, status: number, code: string) {
  const answer = await call;
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const parsed = problem.parse(answer.body);
  expect(parsed).toMatchObject({
    status,
    code,
    type: expect.stringMatching(`/docs/problems/${code}$`),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-request-id")).toBe(parsed.requestId);
  return parsed.errors.map((error) => error.pointer);
}

describe("bodies", () => {
  test.each(["", "{", '{"name": }', "nonsense", '{"a":1}x'])(
    "return 400 malformed-json if they are %j",
    async (text) => {
      await refused(create(text), 400, "malformed-json");
    },
  );

  test("return 400 malformed-json if they are not UTF-8", async () => {
    const body = new Blob([Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])]);
    await refused(create(body), 400, "malformed-json");
  });

  test.each(["null", "[]", "3", '"text"', "true"])(
    "return 422 at the root if they are %s",
    async (text) => {
      expect(await refused(create(text), 422, "validation-failed")).toEqual(["#"]);
    },
  );

  test("return 422 with a list of all wrong types and missing values", async () => {
    expect(await refused(create({}), 422, "validation-failed")).toEqual([
      "#/assetIdentifier",
      "#/name",
    ]);
    expect(
      await refused(create({ assetIdentifier: 7, name: ["a.pdf"] }), 422, "validation-failed"),
    ).toEqual(["#/assetIdentifier", "#/name"]);
  });

  test("return 422 with a list of all unknown properties", async () => {
    const body = '{"assetIdentifier":"A","name":"a.pdf","status":2,"a/b~c":1,"__proto__":{}}';
    const pointers = await refused(create(body), 422, "validation-failed");
    expect(pointers.toSorted()).toEqual(["#/__proto__", "#/a~1b~0c", "#/status"]);
  });

  test("return 413 above 64 KiB, and are accepted at exactly 64 KiB", async () => {
    const ofSize = (size: number) => `{"x":"${"y".repeat(size - 8)}"}`;
    await refused(create(ofSize(65_537)), 413, "body-too-large");
    await refused(create(ofSize(65_536)), 422, "validation-failed");
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "",
  ])("return 415 for the content type %j", async (type) => {
    await refused(create("{}", { "content-type": type }), 415, "unsupported-media-type");
  });
});

describe("methods and paths", () => {
  test.each(["PATCH", "DELETE", "PUT"] as const)(
    "%s on the collection returns 405",
    async (method) => {
      const answer = await api.call(method, DOCUMENTS);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
      expect(problem.parse(answer.body).code).toBe("method-not-allowed");
    },
  );

  test.each([UNKNOWN, "nonsense", "%00", "1", `${UNKNOWN}0`])(
    "the document %s returns 404",
    async (uuid) => {
      const code = "staged-document-not-found";
      await refused(api.call("GET", `${DOCUMENTS}/${uuid}`), 404, code);
      await refused(api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 2 } }), 404, code);
      await refused(api.call("GET", `${DOCUMENTS}/${uuid}/content`), 404, code);
      await refused(api.call("GET", `${DOCUMENTS}/${uuid}/status-changes`), 404, code);
    },
  );

  test.each([
    "limit=0",
    "limit=-1",
    "limit=1001",
    "limit=x",
    "cursor=x",
    "sort=1",
    "limit=1&limit=2",
  ])("a history requested with %s returns 422", async (query) => {
    const { uuid } = await api.create();
    const call = api.call("GET", `${DOCUMENTS}/${uuid}/status-changes?${query}`);
    const pointers = await refused(call, 422, "validation-failed");
    expect(pointers).toEqual([`#/${query.split("=")[0]}`]);
  });
});

describe("file names", () => {
  test.each([
    "日本語.pdf",
    "O'Brien & Söhne (1).pdf",
    "a.b.c.docx",
    `${"é".repeat(251)}.pdf`,
    `${"😀".repeat(251)}.pdf`,
    "<script>alert(1)</script>.pdf".replace("/", ""),
  ])("%s is accepted and returned unchanged", async (name) => {
    const answer = await named(name);
    expect(answer).toMatchObject({ status: 201, body: { name } });
  });

  test.each([
    "",
    "noextension",
    ".pdf",
    "a.",
    "..",
    "\u200b.pdf",
    "report.\u3164",
    "../a.pdf",
    "a\\b.pdf",
    "a\u0000.pdf",
    "a\n.pdf",
    "a\u0085.pdf",
    "invoice\u202Efdp.exe",
    "a\u2066.pdf",
    "a\ud800.pdf",
    `${"😀".repeat(252)}.pdf`,
    7,
    null,
  ])("%j returns 422 at #/name", async (name) => {
    expect(await refused(named(name), 422, "validation-failed")).toEqual(["#/name"]);
  });
});

describe("asset identifiers", () => {
  test.each(["A", "Gebäude 7 / Nord", "x".repeat(255), "😀".repeat(255)])(
    "%s is accepted",
    async (identifier) => {
      const answer = await forAsset(identifier);
      expect(answer).toMatchObject({ status: 201, body: { assetIdentifier: identifier } });
    },
  );

  test.each(["", "x".repeat(256), "a\tb", "a\u007f", "a\udc00", "\u200b", null, 1])(
    "%j returns 422",
    async (identifier) => {
      expect(await refused(forAsset(identifier), 422, "validation-failed")).toEqual([
        "#/assetIdentifier",
      ]);
    },
  );
});
