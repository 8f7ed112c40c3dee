import { expect } from "@playwright/test";
import { build } from "vite";
import type * as ClientModule from "@/lib/client/stagedoor-client";
import { test } from "../browser-test";

test("the client uploads a document from a browser, with progress, and finds its content", async ({
  page,
  product,
}) => {
  await page.goto("/docs");
  const seen = await page.evaluate(
    async ({ code, url, apiKey }) => {
      const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const { createStagedoorClient }: typeof ClientModule = await import(address);
      const client = createStagedoorClient({ url, apiKey });
      const file = new File(["x".repeat(3_000_000)], "a.pdf", { type: "application/pdf" });
      const sentBytes: number[] = [];
      const record = await client.handIn(file, {
        assetIdentifier: "BLD-0001",
        name: "from the client.pdf",
        onProgress: (progress) => sentBytes.push(progress.sentBytes),
      });
      const content = await fetch(await client.contentUrl(record.uuid));
      const { size } = await content.blob();
      return { file: record.file, statusName: record.statusName, last: sentBytes.at(-1), size };
    },
    { code: await bundle(), url: product.url, apiKey: product.apiKey },
  );

  expect(seen).toMatchObject({
    statusName: "upload_successful",
    file: { size: 3_000_000, contentType: "application/pdf" },
    last: 3_000_000,
    size: 3_000_000,
  });
});

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: "lib/client/stagedoor-client.ts", formats: ["es"] },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output[0] : null;
  if (!chunk) throw new Error("nothing was bundled");
  return chunk.code;
}
