import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { findListener } from "./find-listener";
import { hasErrnoCode } from "./has-errno-code";

/** Resolves with the port once the server listens; 0 takes any free one. Rejects with a sentence when the port is taken, by whom where that shows. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    if (!hasErrnoCode(error, "EADDRINUSE")) throw error;
    const listener = (await findListener(port)) ?? "another program";
    throw new Error(`port ${port} on ${host} is in use by ${listener}.`, { cause: error });
  }
  return (server.address() as AddressInfo).port; // listening on TCP, so never a path
}
