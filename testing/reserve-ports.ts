import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

const HOST = "127.0.0.1";

/**
 * Below the ports that operating systems assign automatically, so that no connection takes a reserved port in the
 * meantime.
 */
const FIRST_PORT = 20_000;
const BLOCK_SIZE = 8;
const BLOCK_COUNT = 1_500;

/**
 * Reserves free ports for servers that start later and may be restarted. Listens on the first port of a block until this
 * process exits, so that no other caller of this function is given the other ports of the block.
 */
export async function reservePorts(count: number): Promise<number[]> {
  if (count >= BLOCK_SIZE)
    throw new Error(`At most ${BLOCK_SIZE - 1} ports can be reserved at a time.`);
  const start = randomInt(BLOCK_COUNT);
  for (let tried = 0; tried < BLOCK_COUNT; tried += 1) {
    const guardPort = FIRST_PORT + ((start + tried) % BLOCK_COUNT) * BLOCK_SIZE;
    const ports = Array.from({ length: count }, (_, index) => guardPort + 1 + index);
    const guard = await listenIfFree(guardPort);
    if (!guard) continue;
    if (await areFree(ports)) {
      guard.unref();
      return ports;
    }
    guard.close();
  }
  throw new Error("Every block of ports is in use.");
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  const servers = await Promise.all(ports.map(listenIfFree));
  await Promise.all(servers.map((server) => server && once(server.close(), "close")));
  return servers.every((server) => server !== null);
}

/** Resolves with null if the port is in use. */
async function listenIfFree(port: number): Promise<Server | null> {
  const server = createServer();
  try {
    await once(server.listen(port, HOST), "listening");
    return server;
  } catch {
    return null;
  }
}
