import { changeOf, type LoadRequest, openConnection, sendExpecting } from "../load/generate-load";

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
