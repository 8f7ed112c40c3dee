import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ensureUpToDate } from "@/embedded/launcher/build/ensure-built";
import { toolEnvironment } from "@/embedded/launcher/environment";
import { prepare } from "@/embedded/launcher/prepare";
import { reservePorts } from "@/testing/reserve-ports";
import {
  changeOf,
  createStagedoorRequests,
  type LoadRequest,
  openConnection,
  sendExpecting,
} from "../load/generate-load";
import { hashApplication, startBare, startNext, startPostgres } from "../load/start";
import type { BareConfiguration } from "./bare-server";
import type { MeasuredCall, Side, SideSurroundings } from "./side";

/** Starts the product. The launcher and every process that it starts are measured. */
export async function createProductSide(surroundings: SideSurroundings): Promise<Side> {
  const { started, objectStore, untilNotified, signal } = surroundings;
  const { product, port } = started;
  const calls = await createStagedoorCalls({
    port,
    apiKey: product.apiKey,
    objectStorePort: objectStore.port,
    settle: untilNotified,
    signal,
  });
  return {
    name: "product",
    port,
    calls,
    isNotifying: true,
    whole: [product.bootstrapPid],
    parts: {
      web: await product.childPid("next"),
      database: await product.childPid("postgres"),
      "object store": objectStore.pid,
      executor: await product.childPid("inngest"),
    },
  };
}

const PEER = "bench/peers/empty-route";
const ANY_UUID = "01a1fb10-91f3-7689-ab3c-b13591dfedf4";

/**
 * Starts a Next application on the same version of Next as the product. Its routes read the request and return a fixed
 * record, which shows the cost of Next itself.
 */
export async function createEmptySide(surroundings: SideSurroundings): Promise<Side> {
  const { root, addEnding, signal, say } = surroundings;
  const onWork = () => say("Building the empty routes…");
  await ensureUpToDate(
    { root, signal, onWork },
    {
      stamp: `${PEER}/.next/bench-sources.sha256`,
      proof: `${PEER}/.next/BUILD_ID`,
      hash: () => hashApplication(root, PEER, "package-lock.json"),
      failure: "Could not build the empty routes",
      args: ["node_modules/next/dist/bin/next", "build", PEER],
    },
  );
  const title = "The empty routes";
  const environment = toolEnvironment("start");
  const { pid, port } = await startNext(
    { title, root: join(root, PEER), environment, signal },
    { packages: root, path: "/" },
    addEnding,
  );
  const requests = createStagedoorRequests({ port, apiKey: "none" });
  const always = (expectedStatus: number, request: LoadRequest) => ({
    expectedStatus,
    next: () => ({ ...request, change: null }),
  });
  return {
    name: "empty",
    port,
    calls: {
      create: always(201, requests.create("document.pdf")),
      report: always(200, requests.reportSuccess(ANY_UUID)),
      read: always(200, requests.read(ANY_UUID)),
    },
    isNotifying: false,
    whole: [pid],
    parts: { web: pid },
  };
}

/**
 * Starts the bare server on its own database without a webhook, so that its commits do not make the product send
 * notifications.
 */
export async function createBareSide(surroundings: SideSurroundings): Promise<Side> {
  const { root, started, objectStore, addEnding, signal } = surroundings;
  const postgres = await startPostgres(started.folder, "bare", addEnding);
  const apiKey = `sd_${randomBytes(32).toString("base64url")}`;
  const environment = {
    ...toolEnvironment("start"),
    ...started.settings,
    DATABASE_URL: postgres.url,
    STAGEDOOR_API_KEY: apiKey,
  };
  await prepare(root, environment, signal);
  const [port = 0] = await reservePorts(1);
  const configuration: BareConfiguration = {
    port,
    databaseUrl: postgres.url,
    objectStore: {
      endpoint: started.settings.S3_ENDPOINT ?? "",
      region: started.settings.S3_REGION ?? "",
      bucket: started.settings.S3_BUCKET ?? "",
      accessKeyId: started.settings.S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: started.settings.S3_SECRET_ACCESS_KEY ?? "",
    },
  };
  const child = await startBare(
    root,
    { title: "The bare server", file: "bench/compare/bare-server.ts", configuration, signal },
    addEnding,
  );
  const { port: objectStorePort, pid } = objectStore;
  return {
    name: "bare",
    port,
    calls: await createStagedoorCalls({ port, apiKey, objectStorePort, settle: null, signal }),
    isNotifying: false,
    whole: [child.pid, postgres.pid, pid],
    parts: { web: child.pid, database: postgres.pid, "object store": pid },
  };
}

/** Everything that the calls to a server with our API need. */
export interface StagedoorServer extends Pick<UploadSource, "objectStorePort" | "signal"> {
  readonly port: number;
  readonly apiKey: string;
  /** Resolves when all changes have arrived at the receiver; null if the server sends no notifications. */
  readonly settle: UploadSource["settle"] | null;
}

const READABLE = 200;

/** Creates the three calls to a server with our API. Each report is about a different document with an uploaded file. */
async function createStagedoorCalls(server: StagedoorServer): Promise<Side["calls"]> {
  const { settle, ...source } = server;
  const requests = createStagedoorRequests(server);
  const toRequest = (request: LoadRequest) => (settle ? request : { ...request, change: null });
  const uploads: UploadSource = {
    ...source,
    create: (name) => toRequest(requests.create(name)),
    expectedStatus: 201,
    read: (answer) => JSON.parse(answer),
    settle: settle ?? (async () => undefined),
  };
  const stock = await makeUploads(uploads, READABLE);
  const readable = [...stock];
  return {
    create: { expectedStatus: 201, next: () => toRequest(requests.create("document.pdf")) },
    report: {
      expectedStatus: 200,
      prepare: async (count) => {
        stock.push(...(await makeUploads(uploads, Math.max(0, count - stock.length))));
      },
      next: () => {
        const uuid = stock.pop();
        return uuid === undefined ? null : toRequest(requests.reportSuccess(uuid));
      },
    },
    read: readInTurns(readable, requests.read),
  };
}

/** Returns a call that reads these documents in turn, endlessly. */
export function readInTurns(
  uuids: readonly string[],
  read: (uuid: string) => LoadRequest,
): MeasuredCall {
  let sent = 0;
  return {
    expectedStatus: 200,
    next: () => {
      sent += 1;
      return read(uuids[sent % uuids.length] ?? "");
    },
  };
}

/** How a side creates documents with uploaded files. */
export interface UploadSource {
  readonly port: number;
  readonly objectStorePort: number;
  readonly create: (name: string) => LoadRequest;
  readonly expectedStatus: number;
  /** Reads the response to a create. */
  readonly read: (answer: string) => { uuid: string; uploadSignedUrl: string };
  /** Resolves when all of these changes have arrived at the receiver. */
  readonly settle: (changes: readonly string[]) => Promise<void>;
  readonly signal: AbortSignal;
}

const CONNECTIONS = 10;
const FILE = "a tiny file\n";

/** Creates this many documents whose files have been uploaded but not reported yet. @returns their UUIDs */
export async function makeUploads(source: UploadSource, count: number): Promise<string[]> {
  const uuids: string[] = [];
  const changes: string[] = [];
  let missing = count;
  const makeSome = async () => {
    const api = await openConnection(source.port);
    const store = await openConnection(source.objectStorePort);
    try {
      while (missing > 0) {
        missing -= 1;
        source.signal.throwIfAborted();
        const request = source.create("prepared.txt");
        const answer = await sendExpecting(api, request.bytes, source.expectedStatus);
        const { uuid, uploadSignedUrl } = source.read(answer);
        await sendExpecting(store, uploadRequest(uploadSignedUrl), 200);
        uuids.push(uuid);
        const change = changeOf(request, answer);
        if (change !== null) changes.push(change);
      }
    } finally {
      api.close();
      store.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, makeSome));
  await source.settle(changes);
  return uuids;
}

function uploadRequest(signedUrl: string): string {
  const { host, pathname, search } = new URL(signedUrl);
  const length = Buffer.byteLength(FILE);
  return `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${length}\r\n\r\n${FILE}`;
}
