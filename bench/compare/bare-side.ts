import { randomBytes } from "node:crypto";
import { toolEnvironment } from "@/embedded/launcher/environment";
import { prepare } from "@/embedded/launcher/prepare";
import { startNodeChild } from "@/embedded/launcher/services/node-child";
import { untilReadyLine, waitUntilReady } from "@/embedded/launcher/services/readiness";
import { reservePorts } from "@/testing/reserve-ports";
import type { BareConfiguration } from "./bare-server";
import { startPeerPostgres } from "./peer-postgres";
import type { Side } from "./side";
import { createStagedoorCalls } from "./stagedoor-calls";
import type { SideSurroundings } from "./surroundings";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the bare server on its own database without a webhook, so that its commits do not make the product send
 * notifications.
 */
export async function createBareSide(surroundings: SideSurroundings): Promise<Side> {
  const { root, started, objectStore, addEnding, signal } = surroundings;
  const postgres = await startPeerPostgres(surroundings, "bare");
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
  const child = startNodeChild({
    root,
    args: ["--import", "tsx", "bench/compare/bare-server.ts"],
    environment: toolEnvironment("start"),
    configuration,
    log: { write: () => undefined },
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  addEnding(child.stop);
  const title = "The bare server";
  const isReady = () => untilReadyLine(child);
  await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS, signal });
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
