import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findListener } from "@/embedded/find-listener";
import { temporaryRoot } from "@/testing/temporary-root";
import { isAlive, killProcess } from "../kill-process";
import {
  type ChildName,
  type Product,
  removeDataDir,
  runRefusedStart,
  startProduct,
} from "../product";

const CHILDREN: readonly ChildName[] = ["postgres", "object-store", "inngest", "receiver", "next"];
const PATIENCE = { timeout: 30_000, interval: 50 };

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(temporaryRoot(), "stagedoor-launcher-"));
});

afterAll(async () => {
  await removeDataDir(dataDir);
});

/**
 * The file with PostgreSQL's version. initdb creates it, wherever the database is located, and nothing changes it
 * afterwards.
 */
const versionFile = () =>
  join(
    resolve(dataDir, readFileSync(join(dataDir, "postgres-location"), "utf8").trim()),
    "PG_VERSION",
  );

describe("npm start with a fresh data folder", () => {
  test("prints the API key and the first password, and leaves no processes behind when it stops", async () => {
    const product = await startProduct({ dataDir });
    const pids = await allPids(product);

    expect(product.output()).toContain(product.url);
    expect(product.output()).toContain(`${product.url}/external-api`);
    expect(product.output()).toContain(product.apiKey);
    expect(product.output()).toContain(join(dataDir, "first-api-key"));
    expect(product.output()).toContain(`${product.url}/cockpit`);
    expect(product.output()).toContain(product.administrator.email);
    expect(product.output()).toContain(product.administrator.password);
    expect(await statusOf(product)).toBe(200);
    for (const name of ["secrets.json", "first-api-key", "first-admin-password", "children.json"]) {
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    }

    expect(await product.stop()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(join(dataDir, "children.json"))).toBe(false);
  });

  test("starts again without a build, with the same database, and without printing the secrets", async () => {
    const before = await stat(versionFile());
    const product = await startProduct({ dataDir });
    await product.stop();
    const after = await stat(versionFile());

    expect(product.output()).not.toContain(product.apiKey);
    expect(product.output()).not.toContain(product.administrator.password);
    expect(product.output()).toContain(`see ${join(dataDir, "first-admin-password")}`);
    expect(product.output()).not.toContain("building");
    expect([after.ino, after.mtimeMs], "initdb would write a new file").toEqual([
      before.ino,
      before.mtimeMs,
    ]);
  });
});

describe("startup fails with one clear sentence", () => {
  test("if the data folder is in use", async () => {
    const product = await startProduct({ dataDir });
    const refused = await runRefusedStart({ dataDir });
    const status = await statusOf(product);
    await product.stop();

    expect(refused.output).toBe(
      `The data folder ${dataDir} is in use by another Stagedoor (process ${product.launcherPid}). Stop it, or set STAGEDOOR_DATA_DIR to another folder.\n`,
    );
    expect(refused.code).toBe(1);
    expect(status).toBe(200);
  });

  test.each(["PORT", "OBJECT_STORE_PORT", "EXECUTOR_PORT", "RECEIVER_PORT"])(
    "if %s is already in use",
    async (setting) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const refused = await runRefusedStart({ env: { [setting]: String(port) } });
      const listener = (await findListener(port)) ?? "another program";
      server.close();

      expect(refused.output).toBe(
        `Port ${port} on 127.0.0.1 (setting ${setting}) is in use by ${listener}. Stop it, or set ${setting} to another port.\n`,
      );
      expect(refused.code).toBe(1);
    },
  );

  test("if a setting is invalid", async () => {
    const refused = await runRefusedStart({ env: { UPLOAD_SIZE_MAX_BYTES: "plenty" } });

    expect(refused.output).toBe("The setting UPLOAD_SIZE_MAX_BYTES must be a whole number.\n");
    expect(refused.code).toBe(1);
  });

  test("if HOST is not an address of this machine", async () => {
    const refused = await runRefusedStart({ env: { HOST: "192.0.2.1" } });

    expect(refused.output).toContain("The address 192.0.2.1 (setting HOST)");
    expect(refused.code).toBe(1);
  });

  test("that names the part if the configured object store does not respond", async () => {
    const refused = await runRefusedStart({
      env: {
        S3_ENDPOINT: "http://127.0.0.1:1",
        S3_BUCKET: "documents",
        S3_ACCESS_KEY_ID: "key-id",
        S3_SECRET_ACCESS_KEY: "secret-word",
      },
    });

    expect(refused.output).toContain(
      "The application did not start: the object store of S3_ENDPOINT does not answer.",
    );
    expect(refused.output).not.toContain("secret-word");
    expect(refused.code).toBe(1);
  });

  test("if the configured database does not respond", async () => {
    const refused = await runRefusedStart({
      env: { DATABASE_URL: "postgresql://nobody:secret-word@127.0.0.1:1/nothing" },
    });

    expect(refused.output).toContain("Could not prepare the database and the object store");
    expect(refused.output).not.toContain("secret-word");
    expect(refused.code).toBe(1);
  });
});

describe("kill -9", () => {
  // Only PostgreSQL keeps track of which process holds the executor's lock, so the executor exits if PostgreSQL is
  // killed.
  test.each([
    ["postgres", ["postgres", "inngest"]],
    ["object-store", ["object-store"]],
    ["inngest", ["inngest"]],
    ["receiver", ["receiver"]],
    ["next", ["next"]],
  ] as const)("of %s: %j is restarted, and the other parts keep running", async (name, renewed) => {
    const product = await startProduct({ dataDir });
    try {
      const before = await pidsByName(product);
      process.kill(before[name], "SIGKILL");
      await vi.waitFor(async () => {
        const after = await pidsByName(product);
        expect(CHILDREN.filter((child) => after[child] !== before[child])).toEqual(renewed);
        expect(await statusOf(product)).toBe(200);
      }, PATIENCE);

      expect(product.output()).toContain("; starting it again in 0.2 s.");
    } finally {
      expect(await product.stop()).toBe(0);
    }
  });

  test("of the launcher: its children stop, and the next start works", async () => {
    const product = await startProduct({ dataDir });
    const pids = await allPids(product);
    process.kill(product.launcherPid, "SIGKILL");

    expect(await product.exited).not.toBe(0);
    // Restarting works immediately and on the same ports, because startup waits until the killed launcher's processes
    // have exited.
    const { port } = new URL(product.url);
    const next = await startProduct({ dataDir, env: { PORT: port } });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await next.stop()).toBe(0);
  });

  test("of everything at once does not prevent the next start", async () => {
    const product = await startProduct({ dataDir });
    const { bootstrapPid, launcherPid } = product;
    const { postgres, next, ...others } = await pidsByName(product);
    const pids = [bootstrapPid, launcherPid, next, ...Object.values(others), postgres];
    for (const pid of pids) killProcess(pid);
    await product.exited;

    const { port } = new URL(product.url);
    const successor = await startProduct({ dataDir, env: { PORT: port } });
    expect(await statusOf(successor)).toBe(200);
    expect(await successor.stop()).toBe(0);
  });

  test("of the process that npm start runs: all other processes exit cleanly", async () => {
    const product = await startProduct({ dataDir });
    const pids = await allPids(product);
    process.kill(product.bootstrapPid, "SIGKILL");

    await product.exited;
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), PATIENCE);
    expect(product.output()).toContain("Stagedoor has stopped.");
    expect(existsSync(join(dataDir, "launcher.lock"))).toBe(false);
  });
});

async function pidsByName(product: Product): Promise<Record<ChildName, number>> {
  const [postgres = 0, objectStore = 0, inngest = 0, receiver = 0, next = 0] = await Promise.all(
    CHILDREN.map((name) => product.childPid(name)),
  );
  return { postgres, "object-store": objectStore, inngest, receiver, next };
}

async function allPids(product: Product): Promise<number[]> {
  return [product.launcherPid, ...Object.values(await pidsByName(product))];
}

async function statusOf(product: Product): Promise<number | null> {
  const response = await fetch(`${product.url}/api/health/ready`).catch(() => null);
  return response?.status ?? null;
}
