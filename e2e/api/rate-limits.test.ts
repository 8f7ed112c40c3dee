import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../product";

const UNKNOWN = "/external-api/staged-documents/00000000-0000-7000-8000-000000000000";

let product: Product;

beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMIT_PER_ADDRESS: "2" } });
});

afterAll(() => product?.stop());

test("a client that forges addresses is still counted by its real address", async () => {
  const statuses: number[] = [];
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
    const headers = {
      authorization: `Bearer ${product.apiKey}`,
      "x-stagedoor-peer-address": address,
      "x-forwarded-for": address,
      forwarded: `for=${address}`,
    };
    const answer = await fetch(`${product.url}${UNKNOWN}`, { headers });
    statuses.push(answer.status);
    if (answer.status === 429) {
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  }
  expect(statuses).toEqual([404, 404, 429]);
});
