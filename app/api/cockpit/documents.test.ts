import { describe, expect, test } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { documentRow, fileUrl } from "@/lib/http/documents/cockpit-schemas";
import {
  documentCount,
  documentFacets,
  documentRows,
  foundEverywhere,
} from "@/lib/http/documents/document-list-schemas";
import { documentPages } from "@/lib/http/processing/cockpit-schemas";
import {
  aFile,
  codeOf,
  DOCUMENTS,
  type Method,
  prepareCockpitDocuments,
} from "../../testing/cockpit-documents.fixture";

const UNKNOWN = `${DOCUMENTS}/019cbc00-0000-7000-8000-ffffffffffff`;
const { api, call, announce, announceReported } = prepareCockpitDocuments();

describe("deleting", () => {
  test("cancels a pending upload and leaves a failed upload unchanged", async () => {
    const { path } = await announce();
    const { status, body } = await call("DELETE", path);
    expect(status).toBe(200);
    expect(documentRow.parse(body)).toMatchObject({ status: 6, failure: { code: "cancelled" } });
    expect(codeOf(await call("DELETE", path))).toBe("invalid-transition");
  });

  test("deletes an uploaded document, and can be repeated", async () => {
    const { path } = await announceReported();
    for (const _ of ["once", "again"]) {
      const { status, body } = await call("DELETE", path);
      expect(status).toBe(200);
      expect(documentRow.parse(body).status).toBe(8);
    }
  });
});

describe("the content", () => {
  test("redirects to a download under the document's name", async () => {
    const { path } = await announceReported();
    const { status, headers } = await call("GET", `${path}/content`);
    expect(status).toBe(307);
    const download = await fetch(headers.get("location") ?? "");
    expect(await download.text()).toBe("content");
    expect(download.headers.get("content-disposition")).toMatch(/^attachment;.*lease\.pdf/);
  });

  test("is unavailable until the upload is reported and after the upload has failed", async () => {
    const { path } = await announce();
    expect(codeOf(await call("GET", `${path}/content`))).toBe("file-not-uploaded");
    await call("PUT", path, { status: 6 });
    expect(codeOf(await call("GET", `${path}/content`))).toBe("content-gone");
  });
});

describe("the preview", () => {
  test("gets a URL that supports ranges and never serves the content type that the uploader declared", async () => {
    const { path } = await announceReported();
    const { status, body } = await call("GET", `${path}/file-url`);
    expect(status).toBe(200);
    const { url, expiresInSeconds, size } = fileUrl.parse(body);
    expect([expiresInSeconds, size]).toEqual([300, "content".length]);
    const part = await fetch(url, { headers: { range: "bytes=3-4" } });
    expect([part.status, await part.text()]).toEqual([206, "te"]);
    expect(part.headers.get("content-type")).toBe("application/octet-stream");
  });

  test("returns no pages before processing, and nothing at all without a file", async () => {
    const { path } = await announceReported();
    const { status, body } = await call("GET", `${path}/pages`);
    expect(status).toBe(200);
    expect(documentPages.parse(body)).toMatchObject({ items: [], total: 0, state: "pending" });
    const awaited = await announce();
    for (const part of ["pages", "file-url"]) {
      expect(codeOf(await call("GET", `${awaited.path}/${part}`))).toBe("file-not-uploaded");
    }
  });

  test.each(["from=0", "limit=51", "from=x", "page=1"])("rejects the query %s", async (query) => {
    const { path } = await announceReported();
    expect(codeOf(await call("GET", `${path}/pages?${query}`))).toBe("validation-failed");
  });
});

describe("the list", () => {
  const list = async (query: Record<string, string>) => {
    const { status, body } = await call("GET", `${DOCUMENTS}?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return documentRows.parse(body);
  };

  test("pages through the documents of an asset, newest first", async () => {
    const assetIdentifier = "Größe/№ 7 & more";
    const names = ["1.pdf", "2.pdf", "3.pdf"];
    for (const name of names) await announce({ assetIdentifier, name });
    const first = await list({ assetIdentifier, limit: "2" });
    const second = await list({ assetIdentifier, limit: "2", cursor: first.nextCursor ?? "" });
    const found = [...first.items, ...second.items].map(({ name }) => name);
    expect(found).toEqual(names.toReversed());
    expect(second.nextCursor).toBeNull();
  });

  test("can be filtered by text and by status", async () => {
    const assetIdentifier = crypto.randomUUID();
    await announce({ assetIdentifier, name: "plan.dwg", folder: "Häuser" });
    const { path } = await announce({ assetIdentifier });
    await call("DELETE", path);
    expect((await list({ assetIdentifier, q: "HÄUSER" })).items).toMatchObject([
      { name: "plan.dwg" },
    ]);
    expect((await list({ assetIdentifier, status: "6" })).items).toMatchObject([
      { name: "lease.pdf" },
    ]);
  });

  test("distinguishes the user's own documents from those of others", async () => {
    const assetIdentifier = "BLD-0001";
    await api.create("of a system.pdf");
    await announce({ assetIdentifier, name: "mine.pdf" });
    expect((await list({ assetIdentifier, limit: "2" })).items).toMatchObject([
      { name: "mine.pdf", isOwn: true },
      { name: "of a system.pdf", isOwn: false },
    ]);
  });

  test("rejects a cursor created with different filters", async () => {
    const assetIdentifier = crypto.randomUUID();
    for (const _ of ["one", "two"]) await announce({ assetIdentifier });
    const { nextCursor } = await list({ assetIdentifier, limit: "1" });
    const query = new URLSearchParams({ assetIdentifier, q: "a", cursor: nextCursor ?? "" });
    const answer = await call("GET", `${DOCUMENTS}?${query}`);
    expect(cockpitProblem.parse(answer.body).errors).toMatchObject([{ pointer: "#/cursor" }]);
  });
});

describe("the list of all documents", () => {
  const get = async (path: string) => {
    const { status, body } = await call("GET", path);
    expect(status).toBe(200);
    return body;
  };

  test("finds documents of every asset and says where, without failed and deleted ones", async () => {
    const name = `${crypto.randomUUID()}.pdf`;
    await announce({ assetIdentifier: "BLD-0001", name });
    const { path } = await announce({ assetIdentifier: "BLD-0002", name });
    const { items } = documentRows.parse(await get(`${DOCUMENTS}?q=${name}`));
    expect(items).toHaveLength(2);
    const match = { in: "name", parts: [{ text: name, isMatch: true }] };
    expect(items[0]).toMatchObject({ match, values: [], findings: [], isDuplicate: false });
    const count = `${DOCUMENTS}/count?q=${name}`;
    expect(documentCount.parse(await get(count))).toEqual({ count: 2, isMore: false });
    await call("DELETE", path);
    expect(documentCount.parse(await get(count))).toEqual({ count: 1, isMore: false });
    expect(documentCount.parse(await get(`${count}&status=1&status=6`)).count).toBe(2);
    const found = foundEverywhere.parse(await get(`/api/cockpit/search?q=${name}`));
    expect(found).toMatchObject({ assets: [], documents: [{ name }] });
  });

  test("offers what its filters can offer", async () => {
    const { findings, uploaders } = documentFacets.parse(await get(`${DOCUMENTS}/facets`));
    expect(findings).toContain("pages-not-read");
    expect(uploaders.length).toBeGreaterThan(0);
  });

  test.each([
    "status=7",
    "status=2&status=x",
    "sort=size",
    "descending=1",
    "duplicates=yes",
    "createdFrom=yesterday",
    "uploader=me",
    "documentClass=",
    "q=a%00b",
    "limit=201",
    "cursor=x",
    "sort=name&sort=name",
    "other=1",
  ])("rejects the query %s", async (query) => {
    const answer = await call("GET", `${DOCUMENTS}?${query}`);
    expect([answer.status, codeOf(answer)]).toEqual([422, "validation-failed"]);
  });
});

describe("every call", () => {
  const calls: readonly (readonly [Method, string, unknown])[] = [
    ["GET", `${DOCUMENTS}?assetIdentifier=A`, undefined],
    ["POST", DOCUMENTS, aFile()],
    ["PUT", UNKNOWN, { status: 2 }],
    ["DELETE", UNKNOWN, undefined],
    ["POST", `${UNKNOWN}/upload-url`, { size: 7 }],
    ["GET", `${UNKNOWN}/content`, undefined],
  ];

  const ofUnknown = calls.filter(([, path]) => path.startsWith(UNKNOWN));
  test.each(ofUnknown)("returns 404 for an unknown document: %s %s", async (method, path, body) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(404);
    expect(codeOf(answer)).toBe("staged-document-not-found");
  });

  test("reads the same documents as the external API", async () => {
    const { uuid } = await api.create();
    expect((await call("DELETE", `${DOCUMENTS}/${uuid}`)).status).toBe(200);
  });
});
