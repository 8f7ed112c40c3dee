import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base } from "./browser-test";
import { type Road, startRoad } from "./network-proxy";
import { startProduct } from "./product";

/** Larger files are refused. */
export const SIZE_MAX_BYTES = 32_000_000;

interface OfTest {
  /** Both are open when a test begins. */
  readonly roads: Roads;
}

interface OfWorker {
  readonly roadsOfWorker: Roads;
}

interface Roads {
  /** Between the browser and the application. */
  readonly toApplication: Road;
  /** Between the browser and the object store. */
  readonly toStore: Road;
}

/** As `test` of browser-test, with a product that browsers reach by roads which a test may cut or hold up. */
export const test = base.extend<OfTest, OfWorker>({
  roadsOfWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const roads = { toApplication: await startRoad(), toStore: await startRoad() };
      await use(roads);
      roads.toApplication.close();
      roads.toStore.close();
    },
    { scope: "worker" },
  ],
  product: [
    async ({ roadsOfWorker: { toApplication, toStore } }, use) => {
      const product = await startProduct({
        env: {
          PUBLIC_URL: toApplication.url,
          S3_PUBLIC_ENDPOINT: toStore.url,
          UPLOAD_SIZE_MAX_BYTES: String(SIZE_MAX_BYTES),
        },
      });
      const notes = await readFile(join(product.dataDir, "application.env.json"), "utf8");
      const { settings } = JSON.parse(notes);
      toApplication.leadTo(`http://127.0.0.1:${settings.PORT}`);
      toStore.leadTo(settings.S3_ENDPOINT);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  roads: async ({ roadsOfWorker }, use) => {
    await use(roadsOfWorker);
    roadsOfWorker.toApplication.open();
    roadsOfWorker.toStore.open();
  },
});
