import { test as base } from "@playwright/test";
import { type Product, startProduct } from "./product";

/** Playwright's `test` with the product running as after `npm start`, started once for all tests. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});
