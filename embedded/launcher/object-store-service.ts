import { join } from "node:path";
import type { ObjectStoreSettings, Settings } from "@/lib/env";
import { reachableHost } from "./addresses";
import type { ChildLog } from "./child-log";
import type { Environment } from "./environment";
import { startNodeChild } from "./node-child";
import { isReadyLine, untilWritten, waitUntilReady } from "./readiness";
import type { Secrets } from "./secrets";
import type { Service } from "./service";

const BUCKET = "stagedoor";
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
/** The data folder is ours, so whoever still has the store's folder is a store whose launcher was killed. */
const FOLDER_PATIENCE_MS = 15_000;

/** What a child is started with besides its own configuration. */
export interface ChildSurroundings {
  readonly root: string;
  readonly environment: Environment;
  readonly log: Pick<ChildLog, "write">;
}

/** How the application reaches the embedded object store. */
export function embeddedObjectStore(settings: Settings, secrets: Secrets): ObjectStoreSettings {
  return {
    endpoint: `http://${reachableHost(settings.host)}:${settings.objectStorePort}`,
    publicEndpoint: settings.objectStorePublicUrl,
    region: "us-east-1",
    bucket: BUCKET,
    accessKeyId: secrets.objectStoreAccessKeyId,
    secretAccessKey: secrets.objectStoreSecretAccessKey,
    forcePathStyle: true,
  };
}

/** The first line on the object store's standard input. Secrets are inside. */
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
    folderPatienceMs: FOLDER_PATIENCE_MS,
  };
}

/** Keeps its files in `<dataDir>/objects`. */
export function createObjectStoreService(
  settings: Settings,
  secrets: Secrets,
  surroundings: ChildSurroundings,
): Service {
  const title = "The object store";
  return {
    name: "object-store",
    title,
    start: async (signal) => {
      const child = startNodeChild({
        ...surroundings,
        args: ["--import", "tsx", "embedded/object-store/main.ts"],
        configuration: objectStoreConfiguration(settings, secrets),
        stopTimeoutMs: STOP_TIMEOUT_MS,
      });
      await waitUntilReady(child, () => untilWritten(child, isReadyLine), {
        title,
        timeoutMs: START_TIMEOUT_MS,
        signal,
      });
      return child;
    },
  };
}

/** Its parts are as browsers write them: without the port 80, which goes without saying. */
const localUrl = (name: string, port: number) => new URL(`http://${name}:${port}`);

const distinct = (values: readonly string[]) => [...new Set(values)];
