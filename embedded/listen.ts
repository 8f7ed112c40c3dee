import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Resolves with the port once the server listens; 0 takes any free one. Rejects with the system's error. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port; // listening on TCP, so never a path
}
