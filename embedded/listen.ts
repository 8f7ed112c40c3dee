import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { findListener } from "./find-listener";
import { hasErrnoCode } from "./has-errno-code";

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
