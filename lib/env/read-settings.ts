import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
import type { SecondFactorPolicy } from "@/lib/accounts/rules/second-factor";
import { reachableName } from "@/lib/kernel/rules/net/network-address";
import {
  executorUrl,
  type InngestSettings,
  inngestProblems,
  readInngest,
} from "./inngest-settings";
import {
  databaseProblems,
  type ProcessingSettings,
  type RawSettings,
  readProcessing,
  settingsSchema,
} from "./settings-schema";
import {
  type FirstAdministratorSettings,
  readFirstAdministrator,
  readSecondFactorPolicy,
} from "./sign-in-settings";
import {
  readSingleSignOn,
  type SingleSignOnSettings,
  singleSignOnProblems,
} from "./single-sign-on-settings";
import { readWebhook, type WebhookSettings } from "./webhook-settings";

export { executorUrl, type InngestSettings, type WebhookSettings };

/** An error that prevents startup. Each sentence names the setting, what is wrong and what to do. */
export class SettingsError extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.name = "SettingsError";
  }
}

/** All settings, validated together, with defaults filled in (.env.example). Contains secrets: never log the whole object. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The origin under which clients reach the application, without a trailing slash. */
  readonly publicUrl: string;
  /** The absolute path of the folder that the embedded parts own. */
  readonly dataDir: string;
  /**
   * A key with all scopes that is created or updated each time Stagedoor starts; null if one is generated the first time.
   */
  readonly apiKey: string | null;
  /** The key that encrypts sessions; null if it is derived from the encryption key. */
  readonly nextAuthSecret: string | null;
  /** The first user; ignored if any users exist. */
  readonly admin: FirstAdministratorSettings;
  /** The users who must have a second factor in addition to the password. */
  readonly secondFactorPolicy: SecondFactorPolicy;
  /** The organisation's identity provider; null if people sign in by password only. */
  readonly singleSignOn: SingleSignOnSettings | null;
  /** The 32 bytes that encrypt stored secrets; null if they are generated when Stagedoor first starts. */
  readonly encryptionKey: Buffer | null;
  /** null if the embedded PostgreSQL is used. */
  readonly databaseUrl: string | null;
  /** The maximum number of connections per process. */
  readonly databasePoolMax: number;
  /** null if the embedded object store is used. */
  readonly objectStore: ObjectStoreSettings | null;
  readonly objectStorePort: number;
  /** The origin of signed URLs, including those of the embedded store. */
  readonly objectStorePublicUrl: string;
  /** A folder on each service's disk on this machine; null if unknown. Readiness fails if one of the disks is full. */
  readonly diskFolders: Readonly<Record<"database" | "objectStore", string | null>>;
  /** null if the embedded executor is used. */
  readonly inngest: InngestSettings | null;
  readonly executorPort: number;
  readonly webhook: WebhookSettings;
  readonly processing: ProcessingSettings;
  /** The port of the built-in receiver on this machine; null if there is none. */
  readonly receiverPort: number | null;
  /** The token for reading metrics; null if metrics are off. */
  readonly metricsToken: string | null;
  readonly uploadUrlExpiresInSeconds: number;
  readonly uploadSizeMaxBytes: number;
  /** How long an upload that started in time may continue after its URL has expired. */
  readonly uploadGraceSeconds: number;
  /** How long the bytes of failed and deleted documents are kept. */
  readonly fileRetentionDays: number;
  /** The calls allowed per minute in each process (0 means no limit), and the number of our proxies in front of it. */
  readonly rateLimits: Readonly<
    Record<"perKeyPerMinute" | "perAddressPerMinute" | "trustedProxyHops", number>
  >;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** The settings that all use cases need: database, store and key are set, whether or not they are embedded. */
export type PartSettings = SettingsWith<"databaseUrl" | "objectStore" | "encryptionKey">;

/** The settings that the application needs, including the engine of its durable work. */
export type AppSettings = SettingsWith<keyof typeof NEEDED>;

type SettingsWith<Name extends keyof typeof NEEDED> = Settings & {
  readonly [Needed in Name]: NonNullable<Settings[Needed]>;
};

/** The setting and the name of each part that `npm start` provides if its setting is missing. */
const NEEDED = {
  databaseUrl: ["DATABASE_URL", "PostgreSQL"],
  objectStore: ["S3_ENDPOINT", "object store"],
  encryptionKey: ["STAGEDOOR_ENCRYPTION_KEY", "key"],
  inngest: ["INNGEST_SIGNING_KEY", "executor"],
} as const;

/** The name of every setting. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

/** Loads `.env` from the working directory if it exists; variables that are already set take precedence. */
export function loadEnvironmentFile(): void {
  if (existsSync(".env")) loadEnvFile(".env");
}

/**
 * Reads and validates all settings together; an empty value counts as missing.
 * @throws SettingsError with one sentence per invalid setting, which never repeats its value
 */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = settingsSchema.safeParse(values);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `The setting ${String(issue.path[0])} ${issue.message}.`),
    );
  }
  const raw = parsed.data;
  assertTogether(raw);
  const publicUrl =
    raw.PUBLIC_URL ?? new URL(`http://${reachableName(raw.HOST)}:${raw.PORT}`).origin;
  return {
    host: raw.HOST,
    port: raw.PORT,
    publicUrl,
    dataDir: resolve(raw.STAGEDOOR_DATA_DIR),
    apiKey: raw.STAGEDOOR_API_KEY ?? null,
    nextAuthSecret: raw.NEXTAUTH_SECRET ?? null,
    admin: readFirstAdministrator(raw),
    secondFactorPolicy: readSecondFactorPolicy(raw),
    singleSignOn: readSingleSignOn(raw),
    encryptionKey: raw.STAGEDOOR_ENCRYPTION_KEY ?? null,
    databaseUrl: raw.DATABASE_URL ?? null,
    databasePoolMax: raw.DATABASE_POOL_MAX,
    objectStore: readObjectStore(raw),
    objectStorePort: raw.OBJECT_STORE_PORT,
    objectStorePublicUrl:
      raw.S3_PUBLIC_ENDPOINT ??
      raw.S3_ENDPOINT ??
      `http://${new URL(publicUrl).hostname}:${raw.OBJECT_STORE_PORT}`,
    diskFolders: {
      database: raw.DATABASE_DISK_FOLDER ?? null,
      objectStore: raw.OBJECT_STORE_DISK_FOLDER ?? null,
    },
    inngest: readInngest(raw),
    executorPort: raw.EXECUTOR_PORT,
    webhook: readWebhook(raw),
    processing: readProcessing(raw),
    receiverPort: raw.STAGEDOOR_RECEIVER === "on" ? raw.RECEIVER_PORT : null,
    metricsToken: raw.METRICS_TOKEN ?? null,
    uploadUrlExpiresInSeconds: raw.UPLOAD_URL_EXPIRES_SECONDS,
    uploadSizeMaxBytes: raw.UPLOAD_SIZE_MAX_BYTES,
    uploadGraceSeconds: raw.UPLOAD_GRACE_SECONDS,
    fileRetentionDays: raw.FILE_RETENTION_DAYS,
    rateLimits: {
      perKeyPerMinute: raw.RATE_LIMIT_PER_KEY,
      perAddressPerMinute: raw.RATE_LIMIT_PER_ADDRESS,
      trustedProxyHops: raw.TRUSTED_PROXY_HOPS,
    },
    logLevel: raw.LOG_LEVEL,
  };
}

/**
 * Reads the settings of the application's own process, in which all services and the key must be set.
 * @throws SettingsError like `readSettings`, or if a service or the key is missing
 */
export function readAppSettings(
  source: Record<string, string | undefined> = process.env,
): AppSettings {
  return assertSet(readSettings(source), [
    "databaseUrl",
    "objectStore",
    "encryptionKey",
    "inngest",
  ]);
}

/**
 * Reads the settings of a command in this process; `fallback` supplies what the environment does not set.
 * @throws SettingsError like `readSettings`, or if the database, store or key is missing
 */
export function readPartSettingsOver(fallback: Record<string, string>): PartSettings {
  const values = Object.entries(process.env).filter(([, value]) => value !== "");
  const settings = readSettings({ ...fallback, ...Object.fromEntries(values) });
  return assertSet(settings, ["databaseUrl", "objectStore", "encryptionKey"]);
}

function assertSet<Name extends keyof typeof NEEDED>(
  settings: Settings,
  names: readonly Name[],
): SettingsWith<Name> {
  const missing = names.filter((name) => settings[name] === null).map((name) => NEEDED[name]);
  if (missing.length === 0) return settings as SettingsWith<Name>;
  throw new SettingsError(
    missing.map(
      ([name, part]) =>
        `The setting ${name} is missing: start with \`npm start\`, which brings its own ${part}, or set it.`,
    ),
  );
}

function assertTogether(raw: RawSettings): void {
  const sentences = [
    ...samePortProblems(raw),
    ...databaseProblems(raw),
    ...inngestProblems(raw),
    ...singleSignOnProblems(raw),
  ];
  if (!raw.S3_ENDPOINT && (raw.S3_BUCKET || raw.S3_ACCESS_KEY_ID || raw.S3_SECRET_ACCESS_KEY)) {
    sentences.push(
      "The setting S3_ENDPOINT is missing: a bucket or a key is set, but not the address of the object store.",
    );
  }
  if (raw.S3_ENDPOINT) {
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const) {
      if (!raw[name]) sentences.push(`The setting ${name} is missing: S3_ENDPOINT needs it.`);
    }
  }
  if (sentences.length > 0) throw new SettingsError(sentences);
}

/** Ports of services that are not started do not matter. */
function samePortProblems(raw: RawSettings): string[] {
  const listeners = [
    { name: "PORT", port: raw.PORT },
    ...(raw.S3_ENDPOINT ? [] : [{ name: "OBJECT_STORE_PORT", port: raw.OBJECT_STORE_PORT }]),
    ...(readInngest(raw) ? [] : [{ name: "EXECUTOR_PORT", port: raw.EXECUTOR_PORT }]),
    ...(raw.STAGEDOOR_RECEIVER === "on"
      ? [{ name: "RECEIVER_PORT", port: raw.RECEIVER_PORT }]
      : []),
  ];
  return listeners.flatMap(({ name, port }, index) =>
    listeners
      .slice(0, index)
      .filter((before) => before.port === port)
      .map((before) => `The settings ${before.name} and ${name} are the same: use two ports.`),
  );
}

/** The location of the object store and the credentials for it. */
export interface ObjectStoreSettings {
  /** The address for this server's calls. */
  readonly endpoint: string;
  /** The address in signed URLs, which clients and browsers must be able to reach. */
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  /** "off": documents are copied even if the bucket keeps versions. */
  readonly versioning: "auto" | "off";
}

/** Returns null if the embedded object store is used. */
function readObjectStore(raw: RawSettings): ObjectStoreSettings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = raw;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    publicEndpoint: raw.S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT,
    region: raw.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: raw.S3_FORCE_PATH_STYLE === "true",
    versioning: raw.S3_VERSIONING,
  };
}
