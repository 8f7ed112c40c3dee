import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { query, start, temporaryDirectory } from "./postgres.fixture";

describe("a database", () => {
  test("keeps its data if the folder around it is moved", async () => {
    const parent = join(await temporaryDirectory(), "product");
    const first = await start({ dataDir: join(parent, "postgres") });
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    const moved = join(await temporaryDirectory(), "moved");
    await rename(parent, moved);

    const second = await start({ dataDir: join(moved, "postgres") });
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });

  test("that has disappeared is reported, not replaced with an empty database", async () => {
    const parent = await temporaryDirectory();
    const dataDir = join(parent, "postgres");
    await expect(start({ dataDir, isExpected: true })).rejects.toThrow(
      `The database in ${parent} has disappeared. Restore ${dataDir}, write its new location to ${dataDir}-location`,
    );
    expect(existsSync(dataDir)).toBe(false);

    const server = await start({ dataDir });
    await server.stop();
    await rename(dataDir, `${dataDir}-elsewhere`);
    await expect(start({ dataDir })).rejects.toThrow(
      `There is no database in ${dataDir}, although`,
    );
  });

  test("is found where the location file says its data was moved", async () => {
    const dataDir = join(await temporaryDirectory(), "postgres");
    const first = await start({ dataDir });
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    const elsewhere = join(await temporaryDirectory(), "bigger-disk");
    await rename(dataDir, elsewhere);
    await writeFile(`${dataDir}-location`, `${elsewhere}\n`);

    const second = await start({ dataDir });
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });
});

describe.runIf(process.platform === "linux" && process.getuid?.() === 0)("run as nobody", () => {
  test("a database is found again if the data folder is moved", async () => {
    const { parent, first } = await startAsNobody();
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    const moved = join(await temporaryDirectory(), "moved");
    await rename(parent, moved);

    const second = await start({ dataDir: join(moved, "postgres"), allowUserNamespaces: false });
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    expect(second.clusterDir).toBe(first.clusterDir);
    await second.stop();

    const { first: fresh } = await startAsNobody(parent);
    expect(fresh.clusterDir).not.toBe(first.clusterDir);
    expect(await query(fresh.url, "SELECT to_regclass('kept') AS name")).toEqual([{ name: null }]);
  });

  test("a database that has disappeared is reported, not replaced with an empty database", async () => {
    const { parent, dataDir, first } = await startAsNobody();
    await first.stop();
    await rm(dirname(first.clusterDir), { recursive: true });

    await expect(start({ dataDir, allowUserNamespaces: false })).rejects.toThrow(
      `There is no database in ${first.clusterDir}, although ${dataDir}-location says so. Restore it, or move ${parent} away to start again without data.`,
    );
    expect(existsSync(first.clusterDir)).toBe(false);
  });
});

/** Starts a database as root does in a container, in a separate data folder by default. */
async function startAsNobody(location?: string) {
  const parent = location ?? join(await temporaryDirectory(), "product");
  const dataDir = join(parent, "postgres");
  const first = await start({ dataDir, allowUserNamespaces: false });
  onTestFinished(() => rm(dirname(first.clusterDir), { recursive: true, force: true }));
  return { parent, dataDir, first };
}
