import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headObject, sendSigned, storeObject } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

const KEYS = ["list/a/1", "list/a/2", "list/b/1", "list/c", "list/d e+f&<>", "list/é", "other"];
const SORTED = [...KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  for (const key of KEYS) {
    await storeObject(store.access, key);
  }
});
afterAll(() => store.stop());

describe("a listing", () => {
  test("returns every key once in byte order, for any page size", async () => {
    expect(await listAll({})).toEqual(SORTED);
    expect(await listAll({ "max-keys": "1" })).toEqual(SORTED);
    expect(await listAll({ "max-keys": "2" })).toEqual(SORTED);
  });

  test("returns the size, the ETag and the time of each object", async () => {
    const { text } = await list({ prefix: "other" });
    const { etag } = (await headObject(store.access, "other")).headers;
    expect(unescapeXml(text)).toContain(`<ETag>${etag}</ETag><Size>5</Size>`);
    expect(text).toMatch(/<LastModified>\d{4}-\d\d-\d\dT[\d:.]+Z</);
  });

  test("groups keys by a delimiter", async () => {
    const page = await list({ prefix: "list/", delimiter: "/" });
    expect(page.prefixes).toEqual(["list/a/", "list/b/"]);
    expect(page.keys).toEqual(SORTED.filter((key) => /^list\/[^/]*$/.test(key)));
  });

  test("returns each common prefix once, page by page", async () => {
    const entries = await listAll({ prefix: "list/", delimiter: "/", "max-keys": "1" });
    expect(entries).toEqual([
      "list/a/",
      "list/b/",
      ...SORTED.filter((key) => /^list\/[^/]*$/.test(key)),
    ]);
  });

  test("starts after the given key", async () => {
    expect((await list({ "start-after": "list/c" })).keys).toEqual(
      SORTED.slice(SORTED.indexOf("list/c") + 1),
    );
  });

  test("with max-keys 0 is empty and not truncated", async () => {
    expect(await list({ "max-keys": "0" })).toMatchObject({
      status: 200,
      keys: [],
      isTruncated: false,
    });
  });

  test.each([
    ["max-keys", "-1"],
    ["max-keys", "x"],
    ["continuation-token", "%%"],
    ["encoding-type", "x"],
  ])("with %s %j returns 400", async (name, value) => {
    expect(await list({ [name]: value })).toMatchObject({ status: 400, code: "InvalidArgument" });
  });

  test("can also be requested with a presigned URL", async () => {
    const url = presign(store.access, {
      method: "GET",
      path: "/documents",
      query: [["list-type", "2"]],
    });
    expect((await fetch(url)).status).toBe(200);
  });
});

async function list(query: Readonly<Record<string, string>>) {
  const pairs = Object.entries({ "list-type": "2", ...query });
  const reply = await sendSigned(store.access, { method: "GET", path: "/documents", query: pairs });
  const all = (pattern: RegExp) =>
    [...reply.text.matchAll(pattern)].map(([, text = ""]) => unescapeXml(text));
  return {
    ...reply,
    keys: all(/<Key>([^<]*)/g),
    prefixes: all(/<CommonPrefixes><Prefix>([^<]*)/g),
    token: all(/<NextContinuationToken>([^<]*)/g)[0],
    isTruncated: reply.text.includes("<IsTruncated>true"),
  };
}

async function listAll(query: Readonly<Record<string, string>>): Promise<string[]> {
  const entries: string[] = [];
  let page = await list(query);
  entries.push(...page.keys, ...page.prefixes);
  while (page.token !== undefined) {
    page = await list({ ...query, "continuation-token": page.token });
    entries.push(...page.keys, ...page.prefixes);
  }
  return entries;
}

function unescapeXml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
