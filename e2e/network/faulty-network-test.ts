import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base } from "../browser-test";
import { startProduct } from "../product";
import { type NetworkProxy, startNetworkProxy } from "./network-proxy";

/** The maximum size of a file; larger files are rejected. */
export const SIZE_MAX_BYTES = 32_000_000;

interface OfTest {
  /** Both proxies are open when a test begins. */
  readonly proxies: NetworkProxies;
}

interface OfWorker {
  readonly proxiesOfWorker: NetworkProxies;
}

interface NetworkProxies {
  /** The proxy between the browser and the application. */
  readonly toApplication: NetworkProxy;
  /** The proxy between the browser and the object store. */
  readonly toStore: NetworkProxy;
}

/**
 * Like `test` in browser-test, with a product that browsers reach through proxies, where a test can cut or hold up
 * requests.
 */
export const test = base.extend<OfTest, OfWorker>({
  proxiesOfWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const proxies = {
        toApplication: await startNetworkProxy(),
        toStore: await startNetworkProxy(),
      };
      await use(proxies);
      proxies.toApplication.close();
      proxies.toStore.close();
    },
    { scope: "worker" },
  ],
  product: [
    async ({ proxiesOfWorker: { toApplication, toStore } }, use) => {
      const product = await startProduct({
        env: {
          PUBLIC_URL: toApplication.url,
          S3_PUBLIC_ENDPOINT: toStore.url,
          UPLOAD_SIZE_MAX_BYTES: String(SIZE_MAX_BYTES),
        },
      });
      const notes = await readFile(join(product.dataDir, "application.env.json"), "utf8");
      const { settings } = JSON.parse(notes);
      toApplication.passTo(`http://127.0.0.1:${settings.PORT}`);
      toStore.passTo(settings.S3_ENDPOINT);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  proxies: async ({ proxiesOfWorker }, use) => {
    await use(proxiesOfWorker);
    proxiesOfWorker.toApplication.open();
    proxiesOfWorker.toStore.open();
  },
});
