import { openConnection } from "./http-connection";
import { makeRequests, uploadRequest } from "./requests";
import type { Servers } from "./start-servers";

/** Documents with an uploaded file that nobody has reported yet. */
export interface UploadStock {
  /** The uuid of one that nobody got before; null when there is none. */
  take(): string | null;
  /** Makes as many as are missing to this number, before a clock starts. */
  fillTo(count: number): Promise<void>;
}

const CONNECTIONS = 16;
const FILE = "a tiny file\n";

/** An empty stock. Its documents are created through the bare server, which is quickest. */
export function createUploadStock(servers: Servers, signal: AbortSignal): UploadStock {
  const uuids: string[] = [];
  return {
    take: () => uuids.pop() ?? null,
    fillTo: async (count) => {
      let missing = count - uuids.length;
      const makeSome = async () => {
        const { bare, objectStorePort, apiKey } = servers;
        const api = await openConnection(bare.port);
        const store = await openConnection(objectStorePort);
        const requests = makeRequests(bare.port, apiKey);
        try {
          while (missing > 0) {
            missing -= 1;
            signal.throwIfAborted();
            const { body } = await api.send(requests.create("prepared.txt"));
            const { uuid, uploadSignedUrl } = JSON.parse(body);
            const { status } = await store.send(uploadRequest(uploadSignedUrl, FILE));
            if (status !== 200) throw new Error(`the object store answered ${status} to an upload`);
            uuids.push(uuid);
          }
        } finally {
          api.close();
          store.close();
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, makeSome));
    },
  };
}
