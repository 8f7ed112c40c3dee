import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { changeKey, formatRequest } from "../load/generate-load";
import type { Arrivals } from "../load/receipts";
import type { AddEnding } from "../report/report";
import type { Side } from "./side";

/** A Svix server that is already running on this machine. */
export interface SvixServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly token: string;
  /**
   * The process whose CPU time is measured, or null. The processes of PostgreSQL and Redis cannot be identified from
   * outside.
   */
  readonly pid: number | null;
}

const STATUS = 1;
const TIMEOUT_MS = 10_000;

/**
 * Creates an application on the Svix server with one endpoint, a receiver in this process. The receiver has no TLS,
 * because Svix cannot be given an additional certificate authority. The only measured call sends a message about a
 * document, in place of creating a document.
 * @throws Error if the server is on another machine or rejects a call
 */
export async function createSvixSide(
  { url, token, pid }: SvixServer,
  arrivals: Arrivals,
  addEnding: AddEnding,
): Promise<Side> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "http:" || !["127.0.0.1", "localhost"].includes(hostname) || port === "") {
    throw new Error(`SVIX_URL must be http://127.0.0.1:<port>, not ${url}`);
  }
  const authorization = `Bearer ${token}`;
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(new URL(path, url), {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status !== 201) {
      throw new Error(`Svix answered ${answer.status} to ${path}: ${await answer.text()}`);
    }
    return answer.json();
  };
  const application = await post("/api/v1/app/", { name: "Stagedoor's bench" });
  const path = `/api/v1/app/${application.id}`;
  const receiver = await startReceiver(arrivals, addEnding);
  await post(`${path}/endpoint/`, { url: receiver, version: 1 });
  return {
    name: "svix",
    port: Number(port),
    calls: {
      create: {
        expectedStatus: 202,
        next: () => {
          const uuid = randomUUID();
          const item = { uuid, url: `${url}/${uuid}`, currentStatus: STATUS, previousStatus: null };
          const body = { eventType: "document.created", payload: item };
          const bytes = formatRequest({
            method: "POST",
            path: `${path}/msg/`,
            port: Number(port),
            headers: { Authorization: authorization },
            body,
          });
          return { bytes, change: { uuid, status: STATUS } };
        },
      },
    },
    isNotifying: true,
    whole: pid === null ? [] : [pid],
    parts: {},
  };
}

/** Accepts every message and records which document it is about. */
async function startReceiver(arrivals: Arrivals, addEnding: AddEnding): Promise<string> {
  const server = createServer(async (request, response) => {
    const { uuid } = JSON.parse(await text(request));
    arrivals.note(changeKey(String(uuid), STATUS));
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  addEnding(async () => {
    server.closeAllConnections();
    server.close();
  });
  // The server listens on TCP, so its address is never a path.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
