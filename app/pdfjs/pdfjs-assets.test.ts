import { version as VERSION } from "pdfjs-dist/package.json";
import { expect, test } from "vitest";
import { GET } from "./[version]/[...file]/route";

const ask = (path: string, version = VERSION) => {
  const params = Promise.resolve({ version, file: path.split("/") });
  return GET(new Request("http://localhost/"), { params });
};

test.each([
  ["legacy/build/pdf.worker.min.mjs", "text/javascript; charset=utf-8"],
  ["wasm/openjpeg_nowasm_fallback.js", "text/javascript; charset=utf-8"],
  ["cmaps/UniJIS-UTF16-H.bcmap", "application/octet-stream"],
  ["standard_fonts/LiberationSans-Regular.ttf", "application/octet-stream"],
])("%s is available and can be cached forever", async (path, contentType) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe(contentType);
  expect(answer.headers.get("cache-control")).toContain("immutable");
});

test.each([
  "wasm/openjpeg.wasm",
  "package.json",
  "cmaps/../package.json",
  "legacy/build/pdf.sandbox.min.mjs",
  "cmaps/No-Such-Map.bcmap",
])("%s does not exist", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("files of a different library version do not exist", async () => {
  expect((await ask("legacy/build/pdf.worker.min.mjs", "1.0.0")).status).toBe(404);
});
