import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { Duplex } from "node:stream";
import pino from "pino";
import { createApiKeyAuthenticator } from "@/lib/auth/authenticate-api-key";
import { createRateLimits } from "@/lib/http/core/rate-limits/rate-limits";
import type { Container } from "../container";
import { createHotCalls, type HotCallContext } from "./hot-calls";
import { rehearsedPorts } from "./rehearsed-ports";

/** After about this many calls, V8 has compiled everything it ever will. */
const ROUNDS = 300;
const HEAD = `Host: 127.0.0.1\r\nAuthorization: Bearer sd_${"r".repeat(43)}\r\n`;
const DOCUMENTS = "/external-api/staged-documents";
const UUID = "00000000-0000-7000-8000-000000000000";

const withBody = (line: string, body: object) => {
  const json = JSON.stringify(body);
  return `${line} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
};
const CALLS = [
  withBody(`POST ${DOCUMENTS}`, { assetIdentifier: "A-1", name: "rehearsal.pdf" }),
  withBody(`PUT ${DOCUMENTS}/${UUID}`, { status: 2 }),
  `GET ${DOCUMENTS}/${UUID} HTTP/1.1\r\n${HEAD}\r\n`,
];

/**
 * Answers the hot calls a few hundred times over a fake connection, so that V8 has compiled the code before the first
 * real call. The ports contain one document, the logger is silent, and only signing is real.
 * @throws Error if a rehearsed call does not succeed
 */
export async function rehearseHotCalls(container: Container, timeMaxMs: number): Promise<void> {
  const context = rehearsalContext(container);
  const answerHotCall = createHotCalls(() => context);
  const answers = new EventEmitter();
  const server = createServer((request, response) => {
    response.once("finish", () => answers.emit("answer", response.statusCode));
    const answered = answerHotCall(request, response);
    if (answered !== undefined) answered.catch((error) => answers.emit("error", error));
  });
  const connection = new Duplex({
    read: () => undefined,
    write: (_bytes, _encoding, done) => done(),
  });
  server.emit("connection", connection);
  const endMs = performance.now() + timeMaxMs;
  for (let round = 0; round < ROUNDS && performance.now() < endMs; round += 1) {
    for (const call of CALLS) {
      const answer = once(answers, "answer");
      connection.push(call);
      const [status] = await answer;
      if (status >= 300) throw new Error(`a warm-up call was answered with ${status}`);
    }
  }
  connection.destroy();
}

/** Creates the context of a process with one key, one document and no listeners. */
function rehearsalContext(container: Container): HotCallContext {
  const { settings, publicUrl, clientAddress, authenticateUser, timers } = container;
  const ports = rehearsedPorts(container.ports);
  return {
    ports,
    publicUrl,
    clientAddress,
    authenticateUser,
    timers,
    authenticate: createApiKeyAuthenticator(ports),
    rateLimits: createRateLimits({ perKeyPerMinute: 0, perAddressPerMinute: 0 }, ports.clock),
    logger: pino({ level: settings.logLevel, base: null }, { write: () => undefined }),
  };
}
