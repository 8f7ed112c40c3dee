import { Readable } from "node:stream";
import pino from "pino";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { answerRequest } from "@/lib/http/core/answer-request";
import { createRateLimits } from "@/lib/http/core/rate-limits/rate-limits";
import { SCOPES } from "@/lib/kernel/rules/actor";
import type { Container } from "../container";
import { getDocumentEndpoint } from "../external-api/staged-documents/[uuid]/get-document-endpoint";
import { reportStatusEndpoint } from "../external-api/staged-documents/[uuid]/report-status-endpoint";
import { createDocumentEndpoint } from "../external-api/staged-documents/create-document-endpoint";

/** If the database or the object store takes longer, warming up does not help. */
const TIME_MAX_MS = 2_000;
const CALLS_MS_MAX = 1_000;
/** Larger pools grow when necessary. */
const CALLERS = 10;
/** After about 300 calls of each kind, V8 has compiled most of the code. */
const ROUNDS = 30;
/** No document has this identifier. */
const UUID = "00000000-0000-7000-8000-000000000000";
const CALLS = [
  { find: () => createDocumentEndpoint, body: { assetIdentifier: "A-1", name: "warm-up.pdf" } },
  { find: () => reportStatusEndpoint, body: { status: 2 } },
  { find: () => getDocumentEndpoint, body: {} },
];

/**
 * Makes the first calls of a process as fast as later ones: opens connections, plans the statements of the hot calls, and
 * makes these calls for a document that does not exist. Leaves no trace in the data, the log or the limits. If it fails
 * or takes too long, logs one warning, and startup continues.
 */
export async function warmUp(container: Container, timeMaxMs = TIME_MAX_MS): Promise<void> {
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`the warm-up took longer than ${timeMaxMs} ms`);
    cancel = container.timers.after(timeMaxMs, () => reject(error));
  });
  const warm = container.warmConnections(CALLERS).then(() => makeCalls(container));
  await Promise.race([warm, late]).catch((err: unknown) => {
    container.logger.warn({ err }, "the warm-up failed: the first calls will take longer");
  });
  cancel();
}

async function makeCalls({ ports, ...container }: Container): Promise<void> {
  const context = {
    ...container,
    ports: {
      ...ports,
      // Looks for the document instead of inserting it.
      documents: { ...ports.documents, create: () => getStagedDocument(ports, UUID) },
    },
    authenticate: async () => ({ kind: "api-key", id: UUID, scopes: SCOPES }) as const,
    rateLimits: createRateLimits({ perKeyPerMinute: 0, perAddressPerMinute: 0 }, ports.clock),
    logger: pino({ level: container.settings.logLevel }, { write: () => undefined }),
  };
  const callAll = () =>
    CALLS.map(({ find, body }) => answerRequest(context, find, requestWith(body), { uuid: UUID }));
  const endMs = performance.now() + CALLS_MS_MAX;
  for (let round = 0; round < ROUNDS && performance.now() < endMs; round += 1) {
    const answers = await Promise.all(Array.from({ length: CALLERS }, callAll).flat());
    const other = answers.find(({ status }) => status !== 404);
    if (other) throw new Error(`a warm-up call was answered with ${other.status}`);
  }
}

const requestWith = (body: object) => ({
  method: "POST",
  url: "http://stagedoor.invalid/external-api/staged-documents",
  headers: new Headers({ "content-type": "application/json" }),
  body: Readable.from([Buffer.from(JSON.stringify(body))]),
});
