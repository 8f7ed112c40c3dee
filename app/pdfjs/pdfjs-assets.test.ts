import { gunzipSync } from "node:zlib";
import { version as VERSION } from "pdfjs-dist/package.json";
import { expect, test } from "vitest";
import { GET } from "./[version]/[...file]/route";

const ask = (path: string, version = VERSION, headers = {}) => {
  const params = Promise.resolve({ version, file: path.split("/") });
  return GET(new Request("http://localhost/", { headers }), { params });
};

test.each([
  ["legacy/build/pdf.min.mjs", "text/javascript; charset=utf-8"],
  ["legacy/build/pdf.worker.min.mjs", "text/javascript; charset=utf-8"],
  ["wasm/openjpeg_nowasm_fallback.js", "text/javascript; charset=utf-8"],
  ["cmaps/UniJIS-UTF16-H.bcmap", "application/octet-stream"],
  ["standard_fonts/LiberationSans-Regular.ttf", "application/octet-stream"],
])("%s is served, for ever", async (path, contentType) => {
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
])("%s is not", async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test("another version of the library gets nothing that it would misunderstand", async () => {
  expect((await ask("legacy/build/pdf.worker.min.mjs", "1.0.0")).status).toBe(404);
});

test("a script is compressed for a browser that takes it so, and only then", async () => {
  const path = "legacy/build/pdf.min.mjs";
  const [plain, small] = [
    await ask(path),
    await ask(path, VERSION, { "accept-encoding": "gzip, deflate, br" }),
  ];
  const encodings = [plain, small].map(({ headers }) => headers.get("content-encoding"));
  expect(encodings).toEqual([null, "gzip"]);
  for (const answer of [plain, small]) expect(answer.headers.get("vary")).toBe("accept-encoding");
  const bytes = Buffer.from(await small.arrayBuffer());
  expect(gunzipSync(bytes).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
  const font = await ask("standard_fonts/LiberationSans-Regular.ttf", VERSION, {
    "accept-encoding": "gzip",
  });
  expect(font.headers.get("content-encoding")).toBeNull();
});
