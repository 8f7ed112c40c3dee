import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashSigningKey, signRequest } from "@stagedoor/executor/protocol/signature";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCli } from "@/cli/testing/run-cli";
import { killProcess } from "../kill-process";
import { type Product, startProduct } from "../product";

const PATIENCE = { timeout: 30_000, interval: 200 };

async function start(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ env });
  onTestFinished(async () => {
    await product.stop();
  });
  return product;
}

async function settingsOf({ dataDir }: Product): Promise<Record<string, string>> {
  const text = await readFile(join(dataDir, "application.env.json"), "utf8");
  return JSON.parse(text).settings;
}

/** Makes the hourly schedule due, as if the engine had not been running on the hour. */
async function makeScheduleDue(product: Product): Promise<void> {
  const { DATABASE_URL } = await settingsOf(product);
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const moved = await client.query(
    "update inngest_embedded.cron set next_at = next_at - interval '1 hour'",
  );
  await client.end();
  expect(moved.rowCount).toBeGreaterThan(0);
}

test("the hourly sweep runs automatically, and a sweep that was missed while the executor was down runs once it is back", async () => {
  const product = await start();
  const engine = (...args: string[]) =>
    runCli("cli/engine.ts", args, { STAGEDOOR_DATA_DIR: product.dataDir });
  await makeScheduleDue(product);
  killProcess(await product.childPid("inngest"));

  const untilSwept = () =>
    vi.waitFor(async () => {
      const { output } = await engine("runs", "--function", "stagedoor-sweep");
      expect(output).toMatch(/ stagedoor-sweep +completed +ended /);
      return output.trim().split(" ").at(-1) ?? "";
    }, PATIENCE);
  const shown = await engine("run", await untilSwept());
  expect(shown).toMatchObject({ code: 0, errors: "" });
  for (const work of ["awaited-uploads", "leftovers", "erasable-files", "idempotency-keys"]) {
    expect(shown.output).toContain(`  ${work} (`);
  }
});

test("unsigned calls to durable work are rejected, and so are calls to the executor without its hashed key", async () => {
  const product = await start();
  const { INNGEST_SIGNING_KEY = "", INNGEST_BASE_URL = "" } = await settingsOf(product);
  const ask = async (method: string, signature?: string) => {
    const headers: HeadersInit = signature ? { "x-inngest-signature": signature } : {};
    return (await fetch(`${product.url}/api/inngest`, { method, headers })).status;
  };
  for (const method of ["GET", "PUT", "POST"]) {
    expect(await ask(method), method).toBe(401);
    expect(await ask(method, "t=1700000000&s=00"), method).toBe(401);
  }
  expect(await ask("GET", signRequest("", INNGEST_SIGNING_KEY, Date.now()))).toBe(200);

  const runs = async (bearer: string) =>
    (await fetch(`${INNGEST_BASE_URL}/runs`, { headers: { authorization: `Bearer ${bearer}` } }))
      .status;
  expect(await runs(INNGEST_SIGNING_KEY)).toBe(401);
  expect(await runs(hashSigningKey(INNGEST_SIGNING_KEY))).toBe(200);
});

test.each([
  { own: { INNGEST_DEV: "1" }, unsigned: 200 },
  {
    own: { INNGEST_EVENT_KEY: "own-key", INNGEST_SIGNING_KEY: "signkey-prod-0123456789abcdef" },
    unsigned: 401,
  },
])("your own Inngest replaces the executor: $own", async ({ own, unsigned }) => {
  const product = await start(own);
  await expect(product.childPid("inngest")).rejects.toThrow("There is no child process inngest");
  expect(product.output()).toContain(`${product.url}/api/inngest`);
  expect((await fetch(`${product.url}/api/inngest`)).status).toBe(unsigned);
  expect(JSON.stringify(await settingsOf(product))).not.toContain("own-key");
});
