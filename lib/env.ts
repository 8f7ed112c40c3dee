import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { z } from "zod";
import { isApiKeyText } from "./domain/api-key";
import { isHost, reachableName } from "./domain/host-name";

/** A setting that stops the start. Each sentence names the setting, what is wrong and what to do. */
export class SettingsError extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join("\n"));
    this.name = "SettingsError";
  }
}

/** Where documents are kept, and how to reach that place. */
export interface ObjectStoreSettings {
  /** Address for calls of this server. */
  readonly endpoint: string;
  /** Address that signed URLs carry: clients and browsers must reach it. */
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/** Every setting, validated together, defaults filled in (DESIGN 7). Secrets are inside: never log it whole. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Origin under which clients reach the application, without a trailing slash. */
  readonly publicUrl: string;
  /** Absolute path of the folder that the embedded parts own. */
  readonly dataDir: string;
  /** A key that is upserted at each start with all scopes; null: the first start generates one. */
  readonly apiKey: string | null;
  /** 32 bytes that stored secrets are sealed with; null: the first start generates them. */
  readonly encryptionKey: Buffer | null;
  /** null: the embedded PostgreSQL is used. */
  readonly databaseUrl: string | null;
  /** null: the embedded object store is used. */
  readonly objectStore: ObjectStoreSettings | null;
  readonly objectStorePort: number;
  /** Origin that signed URLs carry, for the embedded store too. */
  readonly objectStorePublicUrl: string;
  readonly uploadUrlExpiresInSeconds: number;
  readonly uploadSizeMaxBytes: number;
  /** How long after its URL expired an upload that began in time may still be running. */
  readonly uploadGraceSeconds: number;
  /** How long the bytes of failed and deleted documents are kept. */
  readonly fileRetentionDays: number;
  /** Calls a minute in each process, 0 is without limit; and how many proxies of ours stand before it. */
  readonly rateLimits: Readonly<
    Record<"perKeyPerMinute" | "perAddressPerMinute" | "trustedProxyHops", number>
  >;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** What the application itself cannot run without: key and services are known, embedded or not. */
export interface AppSettings extends Settings {
  readonly encryptionKey: Buffer;
  readonly databaseUrl: string;
  readonly objectStore: ObjectStoreSettings;
}

const GIBIBYTE = 1024 ** 3;
const UPLOAD_SIZE_LIMIT_BYTES = 5 * GIBIBYTE;
const SIGNED_URL_LIMIT_SECONDS = 7 * 24 * 60 * 60;

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback);

const key256 = z
  .string()
  .regex(
    /^([\da-f]{64}|[\w-]{43})$/i,
    "must be 32 bytes as 64 hex digits or 43 base64url characters",
  )
  .transform((text) => Buffer.from(text, text.length === 64 ? "hex" : "base64url"));

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare =
    url?.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
  if (url && isBare && /^https?:$/.test(url.protocol)) return url.origin;
  context.addIssue("must be an address such as https://stagedoor.example.com, without a path");
  return z.NEVER;
});

const schema = z.object({
  HOST: z
    .string()
    .refine(isHost, "must be a host name or an IP address, without scheme and port")
    .default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535, 3000),
  PUBLIC_URL: origin.optional(),
  STAGEDOOR_DATA_DIR: z.string().default(".stagedoor"),
  STAGEDOOR_API_KEY: z
    .string()
    .refine(isApiKeyText, "must be 32 to 200 printable ASCII characters without spaces")
    .optional(),
  STAGEDOOR_ENCRYPTION_KEY: key256.optional(),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
      "must be an address such as postgresql://user:password@host:5432/database",
    )
    .optional(),
  OBJECT_STORE_PORT: wholeNumber(1, 65_535, 3001),
  S3_ENDPOINT: origin.optional(),
  S3_PUBLIC_ENDPOINT: origin.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(["true", "false"], "must be true or false").default("true"),
  UPLOAD_URL_EXPIRES_SECONDS: wholeNumber(60, SIGNED_URL_LIMIT_SECONDS, 3600),
  UPLOAD_SIZE_MAX_BYTES: wholeNumber(1, UPLOAD_SIZE_LIMIT_BYTES, UPLOAD_SIZE_LIMIT_BYTES),
  UPLOAD_GRACE_SECONDS: wholeNumber(0, SIGNED_URL_LIMIT_SECONDS, 21_600),
  FILE_RETENTION_DAYS: wholeNumber(0, 36_500, 30),
  RATE_LIMIT_PER_KEY: wholeNumber(0, 1_000_000, 0),
  RATE_LIMIT_PER_ADDRESS: wholeNumber(0, 1_000_000, 0),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10, 0),
  LOG_LEVEL: z
    .enum(
      ["debug", "info", "warn", "error", "silent"],
      "must be debug, info, warn, error or silent",
    )
    .default("info"),
});

type RawSettings = z.infer<typeof schema>;

/** The name of every setting. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

/** Takes over `.env` of the working directory where there is one; variables that are set already win. */
export function loadEnvironmentFile(): void {
  if (existsSync(".env")) loadEnvFile(".env");
}

/**
 * Reads and validates all settings together; an empty value counts as not given.
 * @throws SettingsError with one sentence for each setting that is wrong; values are never repeated in it.
 */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
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
    encryptionKey: raw.STAGEDOOR_ENCRYPTION_KEY ?? null,
    databaseUrl: raw.DATABASE_URL ?? null,
    objectStore: readObjectStore(raw),
    objectStorePort: raw.OBJECT_STORE_PORT,
    objectStorePublicUrl:
      raw.S3_PUBLIC_ENDPOINT ??
      raw.S3_ENDPOINT ??
      `http://${new URL(publicUrl).hostname}:${raw.OBJECT_STORE_PORT}`,
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
 * The settings of the application's own process, where both services must be named and the key be given.
 * @throws SettingsError as `readSettings`, or when one of these three is missing.
 */
export function readAppSettings(
  source: Record<string, string | undefined> = process.env,
): AppSettings {
  const settings = readSettings(source);
  const { databaseUrl, objectStore, encryptionKey } = settings;
  const sentences = [];
  if (!databaseUrl) sentences.push(missing("DATABASE_URL", "PostgreSQL"));
  if (!objectStore) sentences.push(missing("S3_ENDPOINT", "object store"));
  if (!encryptionKey) sentences.push(missing("STAGEDOOR_ENCRYPTION_KEY", "key"));
  if (!databaseUrl || !objectStore || !encryptionKey) throw new SettingsError(sentences);
  return { ...settings, databaseUrl, objectStore, encryptionKey };
}

/** As `readAppSettings` of this process; `fallback` counts for what its own environment leaves open. */
export function readAppSettingsOver(fallback: Record<string, string>): AppSettings {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  return readAppSettings({ ...fallback, ...Object.fromEntries(given) });
}

const missing = (name: string, part: string) =>
  `The setting ${name} is missing: start with \`npm start\`, which brings its own ${part}, or give it.`;

function assertTogether(raw: RawSettings): void {
  const sentences = [];
  if (!raw.S3_ENDPOINT && raw.PORT === raw.OBJECT_STORE_PORT) {
    sentences.push("The settings PORT and OBJECT_STORE_PORT are the same: give them two ports.");
  }
  if (!raw.S3_ENDPOINT && (raw.S3_BUCKET || raw.S3_ACCESS_KEY_ID || raw.S3_SECRET_ACCESS_KEY)) {
    sentences.push(
      "The setting S3_ENDPOINT is missing: a bucket or a key is given, but not where the store is.",
    );
  }
  if (raw.S3_ENDPOINT) {
    for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const) {
      if (!raw[name]) sentences.push(`The setting ${name} is missing: S3_ENDPOINT needs it.`);
    }
  }
  if (sentences.length > 0) throw new SettingsError(sentences);
}

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
  };
}
