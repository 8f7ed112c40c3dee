import { expect, test } from "vitest";
import { assetDocumentsPath, readAssetDocumentsQuery } from "./asset-documents-query";

const paramsOf = (path: string) => new URL(path, "https://stagedoor.example").searchParams;

test("the address of a view leads back to it", () => {
  for (const status of [null, 1, 4, 8] as const) {
    const query = { identifier: "BLD 1/ü&?", text: "50 % & more", status };
    expect(readAssetDocumentsQuery(paramsOf(assetDocumentsPath(query)))).toEqual(query);
  }
});

test("all documents of an asset have the short address", () => {
  expect(assetDocumentsPath({ identifier: "BLD-1" })).toBe("/cockpit/asset?identifier=BLD-1");
});

test.each(["7", "", "x", "4.5"])(
  "the status %j, which there is none, filters nothing",
  (status) => {
    const params = new URLSearchParams({ identifier: "BLD-1", status });
    expect(readAssetDocumentsQuery(params).status).toBeNull();
  },
);
