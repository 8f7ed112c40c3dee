import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { findNativeBinaries, nobodyHomeOf } from "./launch-plan";
import { query, start, temporaryDirectory } from "./postgres.fixture";

describe("an embedded PostgreSQL that starts for the first time", () => {
  test("creates the cluster and the database, and accepts connections on loopback only with a password", async () => {
    const server = await start({ dataDir: await temporaryDirectory() });

    expect(server.version).toMatch(/^18\./);
    expect(await query(server.url, "SHOW listen_addresses")).toEqual([
      { listen_addresses: "127.0.0.1" },
    ]);
    expect(await query(server.url, "SELECT current_database() AS name")).toEqual([
      { name: "stagedoor" },
    ]);
    const withoutPassword = server.url.replace(/:[^:@/]+@/, ":wrong@");
    await expect(query(withoutPassword, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  });

  test("supports unusual characters in the names of the folder and the database", async () => {
    const dataDir = join(await temporaryDirectory(), 'o\'dd "földer" $(false); x', "data");
    const database = 'Ódd "name"; it\'s $1 & a+b';
    const server = await start({ dataDir, database });

    expect(await query(server.url, "SELECT current_database() AS name")).toEqual([
      { name: database },
    ]);
  });

  test.each(["", "a/b", "a?b", "a#b", "a%b", "x".repeat(64)])(
    "rejects the database name %j, which no URL can contain",
    async (database) => {
      const dataDir = join(await temporaryDirectory(), "data");
      await expect(start({ dataDir, database })).rejects.toThrow("cannot be a database name");
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  test("rejects a folder with other content, and keeps that content", async () => {
    const dataDir = await temporaryDirectory();
    await writeFile(join(dataDir, "letter.txt"), "dear");

    await expect(start({ dataDir })).rejects.toThrow(
      "contains no database, and one cannot be created there",
    );
    expect(readFileSync(join(dataDir, "letter.txt"), "utf8")).toBe("dear");
  });

  test("refers to DATABASE_URL if npm does not have PostgreSQL for the platform", () => {
    expect(() => findNativeBinaries("sunos", "sparc")).toThrow(
      "There is no embedded PostgreSQL for sunos-sparc: set DATABASE_URL",
    );
  });
});

describe("a running server", () => {
  test("keeps its data across a restart on the same port", async () => {
    const dataDir = await temporaryDirectory();
    const first = await start({ dataDir, isDurable: true });
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();

    const second = await start({ dataDir, isDurable: true, port: first.port });

    expect(second.url).toBe(first.url);
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });

  test("has exited when stop resolves, and stop can be called again", async () => {
    const server = await start({ dataDir: await temporaryDirectory() });
    const client = new pg.Client(server.url);
    client.on("error", () => undefined);
    await client.connect();

    await Promise.all([server.stop(), server.stop()]);
    await server.stop();

    expect(await server.exited).toBe("exited with code 0");
    expect(() => process.kill(server.pid, 0)).toThrow("ESRCH");
  });

  test("forwards its own log line by line", async () => {
    const lines: string[] = [];
    await start({ dataDir: await temporaryDirectory(), log: (line) => lines.push(line) });

    expect(lines.some((line) => line.endsWith("ready to accept connections"))).toBe(true);
    expect(lines.every((line) => !line.includes("\n"))).toBe(true);
  });

  test("rejects a requested port that is in use, with a message that contains the port", async () => {
    const { port, close } = await occupyPort();
    onTestFinished(close);

    await expect(start({ dataDir: await temporaryDirectory(), port })).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use`,
    );
  });
});

describe.runIf(process.platform === "linux" && process.getuid?.() === 0)("as root", () => {
  test("runs as nobody below /var/lib without user namespaces, and its data stays there", async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    const home = nobodyHomeOf(dataDir);
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const first = await start({ dataDir, allowUserNamespaces: false });
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");

    expect(readFileSync(`/proc/${first.pid}/status`, "utf8")).toMatch(/^Uid:\t65534\t65534/m);
    expect(await query(first.url, "SHOW data_directory")).toEqual([
      { data_directory: join(home, "data") },
    ]);
    await first.stop();

    const second = await start({ dataDir, allowUserNamespaces: true });
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test("does not silently replace a database created with user namespaces with an empty database", async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    await mkdir(dataDir);
    await writeFile(join(dataDir, "PG_VERSION"), "18\n");

    await expect(start({ dataDir, allowUserNamespaces: false })).rejects.toThrow(
      `copy the folder to ${nobodyHomeOf(dataDir)}/data`,
    );
  });
});

function occupyPort(): Promise<{ port: number; close: () => void }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      resolve({ port, close: () => server.close() });
    });
  });
}
