import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCli } from "@/cli/testing/run-cli";
import { type Product, startProduct } from "../product";

const REVOKED_WITHIN_MS = 5_000;
const UNKNOWN = "/external-api/staged-documents/00000000-0000-0000-0000-000000000000";

let product: Product;
const run = (file: string, ...args: string[]) =>
  runCli(file, args, { STAGEDOOR_DATA_DIR: product.dataDir });
const statusFor = async (key: string) =>
  (await fetch(`${product.url}${UNKNOWN}`, { headers: { authorization: `Bearer ${key}` } })).status;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.stop());

describe("commands that run next to a product and are given only its data folder", () => {
  test("create a key that works immediately, and revoke it within 5 seconds while it is in use", async () => {
    const created = await run("cli/api-key.ts", "create", "--name", "e2e", "--scopes", "all");
    expect(created).toMatchObject({ code: 0, errors: "" });
    const key = created.output.split("\n")[0] ?? "";
    expect(await statusFor(key)).toBe(404);

    expect((await run("cli/api-key.ts", "revoke", key.slice(0, 8))).code).toBe(0);
    await vi.waitFor(async () => expect(await statusFor(key)).toBe(401), {
      timeout: REVOKED_WITHIN_MS,
      interval: 100,
    });
    expect((await run("cli/api-key.ts", "list")).output).toMatch(/ e2e .* revoked /);
  });

  test("sweep the product's database and object store", async () => {
    const swept = await run("cli/sweep.ts");
    expect(swept).toMatchObject({ code: 0, errors: "" });
    expect(swept.output).toMatch(/failures +0\n$/);
  });

  test("find the product through a file that only its owner can read and that is removed when the product stops", async () => {
    const file = join(product.dataDir, "application.env.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await product.stop();
    expect(existsSync(file)).toBe(false);
    const refused = await run("cli/sweep.ts");
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(/^Stagedoor is not running in /);
  });
});
