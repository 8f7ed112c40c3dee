import { z } from "zod";
import { isApiKeyText } from "@/lib/accounts/rules/api-key";
import { PROCESSOR_CHOICES, type ProcessorChoice } from "@/lib/documents/rules/run-start";
import { isHost } from "@/lib/kernel/rules/net/network-address";
import { key256, origin, wholeNumber } from "./fields";
import { inngestFields } from "./inngest-settings";
import { signInFields } from "./sign-in-settings";
import { singleSignOnFields } from "./single-sign-on-settings";
import { webhookFields } from "./webhook-settings";

/** How documents are processed. */
export interface ProcessingSettings {
  /** null to use the choice that an upgrade stored in the database. */
  readonly processor: ProcessorChoice | null;
  /** The number of documents read concurrently on all machines together; each may take 1.5 GB. */
  readonly concurrency: number;
  /** The time within which a processor must renew or settle a run that it took. */
  readonly leaseSeconds: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The settings for processing. */
const processingFields = z.object({
  PROCESSOR: z.enum(PROCESSOR_CHOICES, "must be builtin, external or none").optional(),
  PROCESSOR_CONCURRENCY: wholeNumber(1, 64, 1),
  PROCESSING_LEASE_SECONDS: wholeNumber(60, 7 * DAY_SECONDS, 3600),
});

/** Returns the settings with defaults filled in. */
export const readProcessing = (raw: z.infer<typeof processingFields>): ProcessingSettings => ({
  processor: raw.PROCESSOR ?? null,
  concurrency: raw.PROCESSOR_CONCURRENCY,
  leaseSeconds: raw.PROCESSING_LEASE_SECONDS,
});

/** The relay and session checks can occupy three connections for a while, and calls need a free one. */
const POOL_SMALLEST = 4;
/** The embedded server allows 100 connections; the executor, commands and migrations need some of them. */
const POOL_LARGEST_EMBEDDED = 70;

/** The database settings, each validated separately. */
const databaseFields = z.object({
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text),
      "must be an address such as postgresql://user:password@host:5432/database",
    )
    .optional(),
  DATABASE_POOL_MAX: wholeNumber(POOL_SMALLEST, 500, 10),
});

/** Returns the problems with the combination of settings, one sentence each. */
export const databaseProblems = (raw: z.infer<typeof databaseFields>): string[] =>
  raw.DATABASE_URL || raw.DATABASE_POOL_MAX <= POOL_LARGEST_EMBEDDED
    ? []
    : [
        `The setting DATABASE_POOL_MAX must be at most ${POOL_LARGEST_EMBEDDED} with the embedded PostgreSQL, which allows 100 connections.`,
      ];

const GIBIBYTE = 1024 ** 3;
const UPLOAD_SIZE_LIMIT_BYTES = 5 * GIBIBYTE;
const SIGNED_URL_LIMIT_SECONDS = 7 * 24 * 60 * 60;

/** Each setting on its own, parsed from text. */
export const settingsSchema = z.object({
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
  ...databaseFields.shape,
  DATABASE_DISK_FOLDER: z.string().optional(),
  OBJECT_STORE_DISK_FOLDER: z.string().optional(),
  OBJECT_STORE_PORT: wholeNumber(1, 65_535, 3001),
  S3_ENDPOINT: origin.optional(),
  S3_PUBLIC_ENDPOINT: origin.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(["true", "false"], "must be true or false").default("true"),
  S3_VERSIONING: z.enum(["auto", "off"], "must be auto or off").default("auto"),
  ...signInFields.shape,
  ...singleSignOnFields.shape,
  ...inngestFields.shape,
  ...webhookFields.shape,
  ...processingFields.shape,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 printable ASCII characters without spaces")
    .optional(),
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

/** All settings, each valid on its own. */
export type RawSettings = z.infer<typeof settingsSchema>;
