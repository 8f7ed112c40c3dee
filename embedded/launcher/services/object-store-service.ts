import { join } from "node:path";
import type { ObjectStoreSettings, Settings } from "@/lib/env/read-settings";
import { DISK_RESERVE_BYTES } from "@/lib/upkeep/rules/disk-reserve";
import type { Secrets } from "../data-folder/secrets";
import { RUN_BUNDLED, SMALL_YOUNG_GENERATION } from "./node-child";
import { type ChildSurroundings, createNodeService, FOLDER_PATIENCE_MS } from "./node-service";
import { reachableHost, type Service } from "./service";

const BUCKET = "stagedoor";

/** Returns the settings that the application uses to reach the embedded object store. */
export function embeddedObjectStore(settings: Settings, secrets: Secrets): ObjectStoreSettings {
  return {
    endpoint: `http://${reachableHost(settings.host)}:${settings.objectStorePort}`,
    publicEndpoint: settings.objectStorePublicUrl,
    region: "us-east-1",
    bucket: BUCKET,
    accessKeyId: secrets.objectStoreAccessKeyId,
    secretAccessKey: secrets.objectStoreSecretAccessKey,
    forcePathStyle: true,
    versioning: "auto",
  };
}

/** Returns the first line on the object store's standard input, which contains secrets. */
export function objectStoreConfiguration(settings: Settings, secrets: Secrets) {
  const { host, port, publicUrl, objectStorePort, objectStorePublicUrl } = settings;
  const local = ["localhost", "127.0.0.1", reachableHost(host)];
  return {
    root: join(settings.dataDir, "objects"),
    host,
    port: objectStorePort,
    region: "us-east-1",
    accessKeyId: secrets.objectStoreAccessKeyId,
    secretAccessKey: secrets.objectStoreSecretAccessKey,
    buckets: [BUCKET],
    corsOrigins: distinct([publicUrl, ...local.map((name) => localUrl(name, port).origin)]),
    publicHosts: distinct([
      new URL(objectStorePublicUrl).host,
      ...local.map((name) => localUrl(name, objectStorePort).host),
    ]),
    objectSizeMaxBytes: settings.uploadSizeMaxBytes,
    reservedBytes: DISK_RESERVE_BYTES,
    folderPatienceMs: FOLDER_PATIENCE_MS,
  };
}

/** Creates the service, which keeps its files in `<dataDir>/objects`. */
export function createObjectStoreService(
  settings: Settings,
  secrets: Secrets,
  surroundings: ChildSurroundings,
): Service {
  return createNodeService(
    {
      name: "object-store",
      title: "The object store",
      args: [SMALL_YOUNG_GENERATION, ...RUN_BUNDLED, "packages/object-store/main.ts"],
      configuration: objectStoreConfiguration(settings, secrets),
    },
    surroundings,
  );
}

/** The host is written as browsers write it, without the default port 80. */
const localUrl = (name: string, port: number) => new URL(`http://${name}:${port}`);

const distinct = (values: readonly string[]) => [...new Set(values)];
