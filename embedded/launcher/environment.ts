// Child processes receive the user's own environment. The launcher passes it on without reading it, so it is not a
// setting.
import { join } from "node:path";
import { env } from "node:process";
import { executorUrl, type ObjectStoreSettings, type Settings } from "@/lib/env/read-settings";
import type { Secrets } from "./data-folder/secrets";

/** The mode in which the application runs: in production, or for developers. */
export type LauncherMode = "start" | "dev";

/** The environment variables of a child process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment for tools and for the embedded parts: the user's own, without the framework's telemetry. */
export function toolEnvironment(mode: LauncherMode): Environment {
  return {
    ...env,
    NODE_ENV: mode === "dev" ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/**
 * Returns the application's environment: the environment for tools plus the settings of all parts, including secrets.
 * `clusterDir` is the folder of the embedded database, or null if there is none.
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
    // next-auth reads this setting itself. Our responses use only the paths of next-auth's URLs, but a path in this
    // setting would change those paths.
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
 * The SDK's other settings are meant for the user's own Inngest and would cause harm here. They are empty rather than
 * absent, because Next would otherwise read them from `.env`.
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
