import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";

/** Matches requests, written as `METHOD /path?query`. */
type Requests = RegExp;

/**
 * A proxy between a browser and a server that can cut or hold up requests, as bad networks do. It never changes what it
 * passes on.
 */
export interface NetworkProxy {
  /** The URL that the browser uses instead of the server's URL. */
  readonly url: string;
  /** Every request so far as `METHOD /path?query`, including requests that never reached the server. */
  readonly requests: readonly string[];
  /** Sets the server that requests are passed on to; until then, no request gets through. */
  passTo(origin: string): void;
  /** From now on, breaks off these requests, including those in progress. */
  cut(which: Requests): void;
  /** From now on, holds up these requests after the first bytes of their body. */
  hold(which: Requests): void;
  /** From now on, responds to these requests itself, with an empty page, and does not pass them on. */
  refuse(which: Requests, refusal: Refusal): void;
  /** Lets everything through again, including requests that are held up. */
  open(): void;
  close(): void;
}

/** The response of the proxy itself. */
interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** If set, only requests with a larger body are rejected; if absent, all requests. */
  readonly aboveBytes?: number;
}

interface Passage {
  readonly line: string;
  readonly gate: PassThrough;
  readonly browser: IncomingMessage;
  breakOff(): void;
}

/** The part of a body that passes before the rest is held up. */
const HELD_AFTER_BYTES = 64 * 1024;

/** Starts a proxy on its own port. Like every server in the tests, it listens only on the loopback interface. */
export async function startNetworkProxy(): Promise<NetworkProxy> {
  const requests: string[] = [];
  const passages = new Set<Passage>();
  let origin = "";
  let isCut: Requests | null = null;
  let isHeld: Requests | null = null;
  let refused: { which: Requests; refusal: Refusal } | null = null;
  const server = createServer((browser, answer) => {
    const line = `${browser.method} ${browser.url}`;
    requests.push(line);
    if (isCut?.test(line) || origin === "") return void browser.socket.destroy();
    if (refused?.which.test(line) && isAbove(browser, refused.refusal)) {
      return answerItself(browser, answer, refused.refusal);
    }
    const passage = passOn(browser, answer, origin);
    passages.add(passage);
    answer.once("close", () => passages.delete(passage));
    if (isHeld?.test(line)) holdUp(passage);
    else release(passage);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    passTo: (target) => {
      origin = target;
    },
    cut: (which) => {
      isCut = which;
      for (const passage of passages) if (which.test(passage.line)) passage.breakOff();
    },
    hold: (which) => {
      isHeld = which;
    },
    refuse: (which, refusal) => {
      refused = { which, refusal };
    },
    open: () => {
      refused = null;
      isCut = null;
      isHeld = null;
      for (const passage of passages) release(passage);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends the browser's request to the server with the browser's `Host` header, because URLs are signed for it. */
function passOn(browser: IncomingMessage, answer: ServerResponse, origin: string): Passage {
  const gate = new PassThrough();
  const { hostname, port } = new URL(origin);
  const { method, url: path, headers } = browser;
  const onward = request({ hostname, port, method, path, headers, agent: false }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    answer.flushHeaders();
    reply.pipe(answer);
    reply.once("error", () => answer.destroy());
  });
  const breakOff = () => {
    onward.destroy();
    browser.socket.destroy();
  };
  onward.once("error", breakOff);
  answer.once("close", () => onward.destroy());
  gate.pipe(onward);
  return { line: `${method} ${path}`, gate, browser, breakOff };
}

const isAbove = ({ headers }: IncomingMessage, { aboveBytes = -1 }: Refusal) =>
  Number(headers["content-length"] ?? 0) > aboveBytes;

/** Sends the response as soon as it has the request's headers, then reads and discards the body, as nginx does. */
function answerItself(
  browser: IncomingMessage,
  answer: ServerResponse,
  { status, headers }: Refusal,
): void {
  browser.resume();
  answer.writeHead(status, { "content-type": "text/html", connection: "close", ...headers });
  answer.end("<html></html>");
}

function holdUp({ browser, gate }: Passage): void {
  let passedBytes = 0;
  browser.on("data", function pass(chunk: Buffer) {
    passedBytes += chunk.length;
    gate.write(chunk);
    if (passedBytes < HELD_AFTER_BYTES) return;
    browser.pause();
    browser.off("data", pass);
  });
}

function release({ browser, gate }: Passage): void {
  if (browser.listenerCount("data") > 0) browser.removeAllListeners("data");
  browser.pipe(gate);
}
