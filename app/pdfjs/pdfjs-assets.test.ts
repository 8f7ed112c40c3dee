import { AsyncLocalStorage } from "node:async_hooks";
import { ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { version as VERSION } from "pdfjs-dist/package.json";
import { expect, test } from "vitest";
import { shared } from "../process.mjs";
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

test("a script is compressed for a browser that accepts compression, and only if the response header can be set", async () => {
  const responses = new AsyncLocalStorage<ServerResponse>();
  const path = "legacy/build/pdf.min.mjs";
  const askFor = (encoding: string) => ask(path, VERSION, { "accept-encoding": encoding });
  const plain = Buffer.from(await (await askFor("gzip")).arrayBuffer());
  shared.responses = responses;
  try {
    for (const [encoding, sent] of [
      ["gzip, deflate, br", "gzip"],
      ["identity", undefined],
    ] as const) {
      const response = new ServerResponse({ method: "GET" } as never);
      const answer = await responses.run(response, () => askFor(encoding));
      expect(response.getHeader("content-encoding")).toBe(sent);
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect((sent ? gunzipSync(bytes) : bytes).equals(plain)).toBe(true);
    }
  } finally {
    delete shared.responses;
  }
});
