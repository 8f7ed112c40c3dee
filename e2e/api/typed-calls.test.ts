import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { blocksOf, CURRENT_PAGES, SHELL } from "@/scripts/docs/documents.fixture";
import { type Product, startProduct } from "../product";
import { receiverOf } from "../receiver-of";

const run = promisify(execFile);
const METRICS_TOKEN = "a-token-for-the-metrics";

/**
 * Stops the block at an error response, and keeps the values that a person would copy from the record into the next call.
 */
const CURL = `
set -eu
curl() {
  answer=$(command curl --silent --show-error --fail-with-body "$@") || {
    echo "$answer"; exit 1
  }
  echo "$answer"
  case "$answer" in *uploadSignedUrl*)
    uuid=$(echo "$answer" | sed -n 's/^{"uuid":"\\([^"]*\\)".*/\\1/p')
    uploadSignedUrl=$(echo "$answer" | sed -n 's/.*"uploadSignedUrl":"\\([^"]*\\)".*/\\1/p')
  esac
}
`;

const blocks = CURRENT_PAGES.flatMap(({ file, text }) =>
  blocksOf(text, SHELL)
    .filter((block) => /^curl /m.test(block))
    .map((block) => ({ file, block })),
);

let product: Product;
let folder: string;
let receiverUrl: string;

beforeAll(async () => {
  product = await startProduct({ env: { METRICS_TOKEN } });
  const receiver = await receiverOf(product);
  receiverUrl = `${receiver.origin}/typed`;
  await receiver.control.close();
  folder = await mkdtemp(join(tmpdir(), "stagedoor-typed-"));
  await mkdir(join(folder, ".stagedoor"));
  await writeFile(join(folder, ".stagedoor", "first-api-key"), product.apiKey);
  await writeFile(join(folder, "lease.pdf"), "the bytes of a lease");
});

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const isCurlThere = spawnSync("curl", ["--version"]).status === 0;

test.skipIf(!isCurlThere)(
  `every block of curl commands in the documentation works as it is${isCurlThere ? "" : " (skipped: this machine has no curl)"}`,
  async () => {
    expect(blocks.length).toBeGreaterThan(3);
    for (const { file, block } of blocks) {
      const typed = block
        .replaceAll(/http:\/\/127\.0\.0\.1:3000|https:\/\/stagedoor\.example\.com/g, product.url)
        .replaceAll("https://dms.example.com/stagedoor", receiverUrl);
      await expect(runIn(typed), `${file}:\n${block}`).resolves.toBeDefined();
    }
    const client = createStagedoorClient(product);
    const { items } = await client.listPage();
    expect(items.find(({ name }) => name === "lease.pdf")?.file?.size).toBe(20);
  },
);

const runIn = (typed: string) =>
  run("sh", ["-c", `${CURL}${typed}`], {
    cwd: folder,
    timeout: 60_000,
    env: {
      ...process.env,
      STAGEDOOR_URL: product.url,
      STAGEDOOR_API_KEY: product.apiKey,
      METRICS_TOKEN,
    },
  });
