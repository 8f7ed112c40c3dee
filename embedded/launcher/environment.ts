// The children get the user's own environment: the launcher hands it on unread, so it is not a
// setting.
import { join } from "node:path";
import { env } from "node:process";
import { executorUrl, type ObjectStoreSettings, type Settings } from "@/lib/env/read-settings";
import type { Secrets } from "./data-folder/secrets";

/** How the application runs: as a product, or for people who work on its code. */
export type LauncherMode = "start" | "dev";

/** What a child process gets as its environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment for tools and for the embedded parts: the user's own, without the framework's telemetry. */
export function toolEnvironment(mode: LauncherMode): Environment {
  return {
    ...env,
    NODE_ENV: mode === "dev" ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/**
 * The application's environment: the tools' one plus where everything is. Secrets are inside. `clusterDir` is the folder of the
 * embedded database; null if there is none.
 */
export function applicationEnvironment(
  mode: LauncherMode,
  settings: Settings,
  databaseUrl: string,
  objectStore: ObjectStoreSettings,
  secrets: Pick<Secrets, "encryptionKey" | "inngestEventKey" | "inngestSigningKey">,
  clusterDir: string | null = null,
): Environment {
  const { diskFolders } = settings;
  return {
    ...toolEnvironment(mode),
    DATABASE_DISK_FOLDER: diskFolders.database ?? clusterDir ?? "",
    OBJECT_STORE_DISK_FOLDER:
      diskFolders.objectStore ?? (settings.objectStore ? "" : join(settings.dataDir, "objects")),
    ...(settings.inngest ? {} : embeddedExecutor(settings, secrets)),
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_URL: settings.publicUrl,
    // Read by next-auth itself: our answers take only paths from it, but a value with a path of its own would change those.
    NEXTAUTH_URL: settings.publicUrl,
    STAGEDOOR_DATA_DIR: settings.dataDir,
    STAGEDOOR_ENCRYPTION_KEY:
      settings.encryptionKey?.toString("base64url") ?? secrets.encryptionKey,
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: objectStore.endpoint,
    S3_PUBLIC_ENDPOINT: objectStore.publicEndpoint,
    S3_REGION: objectStore.region,
    S3_BUCKET: objectStore.bucket,
    S3_ACCESS_KEY_ID: objectStore.accessKeyId,
    S3_SECRET_ACCESS_KEY: objectStore.secretAccessKey,
    S3_FORCE_PATH_STYLE: String(objectStore.forcePathStyle),
    S3_VERSIONING: objectStore.versioning,
  };
}

/**
 * What the SDK reads besides is for an Inngest of the user's own; here it could only do harm. Empty, not absent: Next would
 * fill the gap from `.env`.
 */
function embeddedExecutor(
  { executorPort }: Settings,
  secrets: Pick<Secrets, "inngestEventKey" | "inngestSigningKey">,
): Environment {
  const strangers = Object.keys(env).filter((name) => name.startsWith("INNGEST_"));
  return {
    ...Object.fromEntries(strangers.map((name) => [name, ""])),
    EXECUTOR_PORT: String(executorPort),
    INNGEST_DEV: "0",
    INNGEST_BASE_URL: executorUrl(executorPort),
    INNGEST_EVENT_KEY: secrets.inngestEventKey,
    INNGEST_SIGNING_KEY: secrets.inngestSigningKey,
  };
}
