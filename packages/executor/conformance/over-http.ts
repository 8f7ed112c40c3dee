import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "inngest/node";
import { startHttpServer } from "../http-server";
import { createHttpTransport } from "../http-transport";
import { EVENT_KEY, SIGNING_KEY, type Transport } from "./start-engine";

/** The app is a Node server with the SDK's endpoint, and events arrive through the executor's own server. */
export const overHttp: Transport = {
  startApp: async () => {
    let listener: RequestListener = (_request, response) => response.end();
    const server = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // the server listens on TCP, so the address is never a path
    const appUrl = `http://127.0.0.1:${port}/api/inngest`;
    return {
      appUrl,
      callApp: createHttpTransport(appUrl),
      serve: (client, functions) => {
        listener = serve({ client, functions, enableUnauthedSync: false });
      },
      stop: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  },
  openEventApi: async (executor, now) => {
    const server = await startHttpServer({
      executor,
      port: 0,
      eventKey: EVENT_KEY,
      signingKey: SIGNING_KEY,
      now,
      log: () => undefined,
    });
    return {
      fetch: (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init),
      stop: () => server.stop(),
    };
  },
};
