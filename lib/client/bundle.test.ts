import { gzipSync } from "node:zlib";
import { build, type Rollup } from "vite";
import { expect, test } from "vitest";

const BYTES_MAX = 18_000;

test("the client is one small module for browsers, without imports and without zod", {
  timeout: 30_000,
}, async () => {
  const output = await bundle();
  const [chunk] = output;

  expect(output).toHaveLength(1);
  expect(chunk?.imports).toEqual([]);
  const modules = Object.keys(chunk?.modules ?? {});
  expect(modules.filter((id) => !/\/lib\/(client|[^/]+\/rules)\//.test(id))).toEqual([]);
  expect(chunk?.code).not.toMatch(/\b(process|Buffer|require)\b|node:/);
  expect(chunk?.code.length).toBeLessThan(BYTES_MAX);
  expect(gzipSync(chunk?.code ?? "").length).toBeLessThan(BYTES_MAX / 2);
});

async function bundle(): Promise<Rollup.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: true,
      lib: { entry: "lib/client/stagedoor-client.ts", formats: ["es"] },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((one) => ("output" in one ? one.output : [])).filter(isChunk);
}

const isChunk = (file: Rollup.OutputChunk | Rollup.OutputAsset): file is Rollup.OutputChunk =>
  file.type === "chunk";
