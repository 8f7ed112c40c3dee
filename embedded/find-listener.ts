import { once } from "node:events";
import { readdir, readFile, readlink } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { basename } from "node:path";
import { hasErrnoCode } from "./small-files";

/**
 * Resolves with the port when the server is listening; 0 selects any free port. If the port is in use, rejects with a
 * message that names the program that uses it, if known.
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    if (!hasErrnoCode(error, "EADDRINUSE")) throw error;
    const listener = (await findListener(port)) ?? "another program";
    throw new Error(`port ${port} on ${host} is in use by ${listener}.`, { cause: error });
  }
  return (server.address() as AddressInfo).port; // the server listens on TCP, so its address is never a path
}

/** The code for the LISTEN state in `/proc/net/tcp`. */
const LISTENING = "0A";

/**
 * Finds which process listens on a TCP port of this machine and describes it: "process 4711 (node, in /srv/stagedoor)".
 * Returns null if the system has no `/proc`, if the process belongs to a different user, or if nothing is listening any
 * longer. Use it for messages, never for decisions.
 */
export async function findListener(port: number): Promise<string | null> {
  const sockets = new Set(
    (await Promise.all(["tcp", "tcp6"].map((table) => listeningSockets(table, port)))).flat(),
  );
  if (sockets.size === 0) return null;
  for (const pid of (await namesIn("/proc")).filter((name) => /^\d+$/.test(name))) {
    const targets = (await namesIn(`/proc/${pid}/fd`)).map((descriptor) =>
      readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => ""),
    );
    if ((await Promise.all(targets)).some((target) => sockets.has(target))) return describe(pid);
  }
  return null;
}

async function listeningSockets(table: string, port: number): Promise<string[]> {
  const rows = (await textOf(`/proc/net/${table}`)).split("\n").slice(1);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = "", , state]) => state === LISTENING && portOf(local) === port)
    .map((fields) => `socket:[${fields[9]}]`);
}

const portOf = (local: string) => Number.parseInt(local.split(":").at(-1) ?? "", 16);

async function describe(pid: string): Promise<string> {
  const program = basename((await textOf(`/proc/${pid}/cmdline`)).split("\0", 1)[0] ?? "");
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => "");
  const details = [program, directory && `in ${directory}`].filter((text) => text !== "");
  return `process ${pid}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
}

/** Folders that have disappeared or cannot be read count as empty. */
const namesIn = (directory: string) => readdir(directory).catch(() => []);
const textOf = (file: string) => readFile(file, "utf8").catch(() => "");
