import { randomBytes } from "node:crypto";
import { toolEnvironment } from "@/embedded/launcher/environment";
import { prepare } from "@/embedded/launcher/prepare";
import { reservePorts } from "@/testing/reserve-ports";
import { startBare, startPostgres } from "../load/start";
import type { BareConfiguration } from "./bare-server";
import type { Side } from "./side";
import { createStagedoorCalls } from "./stagedoor-calls";
import type { SideSurroundings } from "./surroundings";

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
