import { expect, test } from "vitest";
import { assetDocumentsPath, readAssetDocumentsQuery } from "./asset-documents-query";

const paramsOf = (path: string) => new URL(path, "https://stagedoor.example").searchParams;

test("every view survives a round trip through its URL", () => {
  for (const status of [null, 1, 4, 8] as const) {
    const query = { identifier: "BLD 1/ü&?", text: "50 % & more", status };
    expect(readAssetDocumentsQuery(paramsOf(assetDocumentsPath(query)))).toEqual(query);
  }
});

test("the view of all documents of an asset has a URL without filters", () => {
  expect(assetDocumentsPath({ identifier: "BLD-1" })).toBe("/cockpit/asset?identifier=BLD-1");
});

test.each(["7", "", "x", "4.5"])("a URL with the invalid status %j has no filter", (status) => {
  const params = new URLSearchParams({ identifier: "BLD-1", status });
  expect(readAssetDocumentsQuery(params).status).toBeNull();
});
