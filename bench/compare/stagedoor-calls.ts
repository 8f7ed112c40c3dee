import { createStagedoorRequests, type LoadRequest } from "../load/generate-load";
import type { MeasuredCall, Side } from "./side";
import { makeUploads, type UploadSource } from "./upload-stock";

/** Everything that the calls to a server with our API need. */
export interface StagedoorServer extends Pick<UploadSource, "objectStorePort" | "signal"> {
  readonly port: number;
  readonly apiKey: string;
  /** Resolves when all changes have arrived at the receiver; null if the server sends no notifications. */
  readonly settle: UploadSource["settle"] | null;
}

const READABLE = 200;

/** Creates the three calls to a server with our API. Each report is about a different document with an uploaded file. */
export async function createStagedoorCalls(server: StagedoorServer): Promise<Side["calls"]> {
  const { settle, ...source } = server;
  const requests = createStagedoorRequests(server);
  const told = (request: LoadRequest) => (settle ? request : { ...request, change: null });
  const uploads: UploadSource = {
    ...source,
    create: (name) => told(requests.create(name)),
    expectedStatus: 201,
    read: (answer) => JSON.parse(answer),
    settle: settle ?? (async () => undefined),
  };
  const stock = await makeUploads(uploads, READABLE);
  const readable = [...stock];
  return {
    create: { expectedStatus: 201, next: () => told(requests.create("document.pdf")) },
    report: {
      expectedStatus: 200,
      prepare: async (count) => {
        stock.push(...(await makeUploads(uploads, Math.max(0, count - stock.length))));
      },
      next: () => {
        const uuid = stock.pop();
        return uuid === undefined ? null : told(requests.reportSuccess(uuid));
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
