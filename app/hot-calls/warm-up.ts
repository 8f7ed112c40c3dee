import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { Duplex } from "node:stream";
import pino from "pino";
import { stagedDocumentNotFound } from "@/lib/documents/use-cases/staged-documents";
import { createRateLimits } from "@/lib/http/core/rate-limits";
import { SCOPES } from "@/lib/kernel/rules/actor";
import type { Container } from "../container";
import { createHotCalls } from "./hot-calls";

/** If the database or the object store takes longer, warming up does not help. */
const TIME_MAX_MS = 2_000;
const CALLS_MS_MAX = 1_000;
/** Enough for ten callers. Larger pools grow when necessary. */
const CONNECTIONS = 10;
/** After about this many calls of each kind, V8 has compiled most of the code. */
const ROUNDS = 300;
/** No document has this identifier. */
const UUID = "00000000-0000-7000-8000-000000000000";
const DOCUMENTS = "/external-api/staged-documents";
const CALLS = [
  httpText(`POST ${DOCUMENTS}`, JSON.stringify({ assetIdentifier: "A-1", name: "warm-up.pdf" })),
  httpText(`PUT ${DOCUMENTS}/${UUID}`, JSON.stringify({ status: 2 })),
  httpText(`GET ${DOCUMENTS}/${UUID}`, ""),
];

/**
 * Makes the first calls of a process as fast as later ones: opens connections, plans the statements of the hot calls, and
 * makes these calls for a document that does not exist. Leaves no trace in the data, the log or the limits. If it fails
 * or takes too long, logs one warning, and startup continues.
 */
export async function warmUp(container: Container, timeMaxMs = TIME_MAX_MS): Promise<void> {
  const { ports, logger, timers } = container;
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`the warm-up took longer than ${timeMaxMs} ms`);
    cancel = timers.after(timeMaxMs, () => reject(error));
  });
  const steps = Promise.all([
    container.warmConnections(CONNECTIONS),
    ...Array.from({ length: CONNECTIONS }, () => ports.storage.head(`staged/${UUID}`)),
    makeCalls(container),
  ]);
  await Promise.race([steps, late]).catch((err: unknown) => {
    logger.warn({ err }, "the warm-up failed: the first calls will take longer");
  });
  cancel();
}

/** Makes the calls over a fake connection, because reading requests and writing responses must be compiled, too. */
async function makeCalls({ ports, ...container }: Container): Promise<void> {
  const none = async () => null;
  const create = () => Promise.reject(stagedDocumentNotFound(UUID));
  const context = {
    ...container,
    ports: {
      ...ports,
      documents: { ...ports.documents, create, find: none },
      storage: { ...ports.storage, head: none },
    },
    authenticate: async () => ({ kind: "api-key", id: UUID, scopes: SCOPES }) as const,
    rateLimits: createRateLimits({ perKeyPerMinute: 0, perAddressPerMinute: 0 }, ports.clock),
    logger: pino({ level: container.settings.logLevel }, { write: () => undefined }),
  };
  const answerHotCall = createHotCalls(() => context);
  const answers = new EventEmitter();
  const server = createServer((request, response) => {
    response.once("finish", () => answers.emit("answer", response.statusCode));
    answerHotCall(request, response)?.catch((error) => answers.emit("error", error));
  });
  const connection = new Duplex({
    read: () => undefined,
    write: (_bytes, _encoding, done) => done(),
  });
  server.emit("connection", connection);
  const endMs = performance.now() + CALLS_MS_MAX;
  for (let round = 0; round < ROUNDS && performance.now() < endMs; round += 1) {
    for (const call of CALLS) {
      const answer = once(answers, "answer");
      connection.push(call);
      const [status] = await answer;
      if (status !== 404) throw new Error(`a warm-up call was answered with ${status}`);
    }
  }
  connection.destroy();
}

function httpText(line: string, json: string): string {
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
}
