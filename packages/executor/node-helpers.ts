import { once } from "node:events";
import { readdir, readFile, readlink } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { basename } from "node:path";
import type { Readable } from "node:stream";

const CONFIGURATION_CHARACTERS_MAX = 1_048_576;
/** The code for the LISTEN state in `/proc/net/tcp`. */
const LISTENING = "0A";

/**
 * Returns the message of an error, or the text of any other thrown value; never throws. The AggregateError of a refused
 * connection has an empty message, so its code is returned.
 */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message || ("code" in thrown ? String(thrown.code) : thrown.name);
}

/** Returns whether a thrown value is a system error of this kind, such as `ENOENT`. */
export function hasErrnoCode(error: unknown, code: string): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Parses a JSON text. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}

/**
 * Reads a stream to its end as text. Rejects with the error from `tooLarge` if the text exceeds the limit, and also
 * rejects if the stream ends prematurely.
 */
export async function readText(
  source: Readable,
  bytesMax: number,
  tooLarge: () => Error,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Reads the first line of standard input as JSON, so that secrets do not appear on a command line or in an environment
 * that other processes can read. Afterwards, calls `onGone` once or twice when the other end of the pipe is closed.
 */
export function readConfiguration(
  onGone: () => void,
  input: Readable = process.stdin,
): Promise<unknown> {
  let text = "";
  return new Promise((resolve, reject) => {
    input.setEncoding("utf8").on("data", function onData(chunk: string) {
      text += chunk;
      const isTooLong = text.length > CONFIGURATION_CHARACTERS_MAX;
      if (!(isTooLong || text.includes("\n"))) return;
      // The end of the pipe is only reported while the pipe is being read.
      input.off("data", onData).once("end", onGone).once("close", onGone).resume();
      const value = isTooLong ? undefined : parseJson(text.split("\n", 1)[0] ?? "");
      if (value !== undefined) resolve(value);
      // The line is not quoted, because it contains secrets.
      else reject(new Error("the first line on standard input is not JSON or too long"));
    });
    const fail = () => reject(new Error("standard input ended before the configuration line"));
    input.on("error", fail).once("end", fail).once("close", fail);
  });
}

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

/**
 * Describes the process that listens on a TCP port: "process 4711 (node, in /srv/app)". Returns null if the system has
 * no `/proc`, if the process belongs to a different user, or if nothing is listening any longer. For messages only.
 */
export async function findListener(port: number): Promise<string | null> {
  const sockets = new Set(
    (await Promise.all(["tcp", "tcp6"].map((table) => listeningSockets(table, port)))).flat(),
  );
  if (sockets.size === 0) return null;
  for (const pid of (await namesIn("/proc")).filter((name) => /^\d+$/.test(name))) {
    const targets = (await namesIn(`/proc/${pid}/fd`)).map((name) =>
      readlink(`/proc/${pid}/fd/${name}`).catch(() => ""),
    );
    if (!(await Promise.all(targets)).some((target) => sockets.has(target))) continue;
    const program = basename((await textOf(`/proc/${pid}/cmdline`)).split("\0", 1)[0] ?? "");
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    const details = [program, directory && `in ${directory}`].filter((text) => text !== "");
    return `process ${pid}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
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

/** Folders that have disappeared or cannot be read count as empty. */
const namesIn = (directory: string) => readdir(directory).catch(() => []);
const textOf = (file: string) => readFile(file, "utf8").catch(() => "");
