import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startObjectStore } from "@stagedoor/object-store/server";
import { temporaryRoot } from "./temporary-root";

const HOST = "127.0.0.1";
const OBJECT_SIZE_MAX_BYTES = 5 * 1024 ** 3;

const address = {
  accessKeyId: "throwaway",
  secretAccessKey: "throwaway-secret",
  region: "us-east-1",
  bucket: "stagedoor",
  /** The only browser origin that the store allows. */
  corsOrigin: "http://localhost:3000",
};

type ObjectStoreOptions = Parameters<typeof startObjectStore>[0];

/** An object store for a test run: its address, its credentials, and a function that stops it. */
export type ThrowawayObjectStore = {
  readonly address: Readonly<typeof address & { endpoint: string }>;
  /** Stops the store and removes its folder. */
  stop(): Promise<void>;
};

/** Starts an object store without crash safety in a temporary folder, which `stop` removes. */
export async function startThrowawayObjectStore(
  overrides: Partial<Pick<ObjectStoreOptions, "port" | "publicHosts" | "objectSizeMaxBytes">> = {},
): Promise<ThrowawayObjectStore> {
  const root = await mkdtemp(join(temporaryRoot(), "stagedoor-object-store-"));
  const remove = () => rm(root, { recursive: true, force: true });
  const { accessKeyId, secretAccessKey, region, bucket, corsOrigin } = address;
  try {
    const server = await startObjectStore({
      root,
      host: HOST,
      port: 0,
      region,
      accessKeyId,
      secretAccessKey,
      buckets: [bucket],
      corsOrigins: [corsOrigin],
      publicHosts: [],
      objectSizeMaxBytes: OBJECT_SIZE_MAX_BYTES,
      isDurable: false,
      ...overrides,
    });
    const stop = () => server.stop().finally(remove);
    return { address: { ...address, endpoint: `http://${HOST}:${server.port}` }, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
