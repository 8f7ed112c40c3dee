import { isAbsolute } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_RETRY_SCHEDULE } from "@/lib/notifications/rules/retry-schedule";
import { readAppSettings, readSettings, SettingsError } from "./read-settings";

const S3 = {
  S3_ENDPOINT: "https://s3.example.com",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret-of-the-store",
};
const ADMIN = { email: "admin@stagedoor.local", password: null };
const INNGEST = { INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: "signkey-prod-0123abcd" };
const EXTERNAL = {
  ...S3,
  ...INNGEST,
  DATABASE_URL: "postgresql://user:password@db/stagedoor",
  STAGEDOOR_ENCRYPTION_KEY: "0".repeat(64),
};

function sentencesOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
  return [];
}

describe("without any settings", () => {
  test("everything runs embedded on one machine on loopback", () => {
    const settings = readSettings({});
    expect(settings).toEqual({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: "http://127.0.0.1:3000",
      dataDir: expect.stringMatching(/\.stagedoor$/),
      apiKey: null,
      nextAuthSecret: null,
      admin: ADMIN,
      secondFactorPolicy: "nobody",
      singleSignOn: null,
      encryptionKey: null,
      databaseUrl: null,
      databasePoolMax: 10,
      objectStore: null,
      objectStorePort: 3001,
      objectStorePublicUrl: "http://127.0.0.1:3001",
      diskFolders: { database: null, objectStore: null },
      inngest: null,
      executorPort: 3002,
      webhook: {
        signingSecret: null,
        retrySchedule: DEFAULT_RETRY_SCHEDULE,
        allowedNetworks: [],
        extraCaFile: null,
      },
      processing: { processor: null, concurrency: 1, leaseSeconds: 3600 },
      receiverPort: 3003,
      metricsToken: null,
      uploadUrlExpiresInSeconds: 3600,
      uploadGraceSeconds: 21_600,
      fileRetentionDays: 30,
      uploadSizeMaxBytes: 5 * 1024 ** 3,
      rateLimits: { perKeyPerMinute: 0, perAddressPerMinute: 0, trustedProxyHops: 0 },
      logLevel: "info",
    });
    expect(isAbsolute(settings.dataDir)).toBe(true);
  });

  test("the result is the same as with empty settings", () => {
    const names = ["PORT", "S3_ENDPOINT", "DATABASE_URL", "STAGEDOOR_API_KEY", "INNGEST_EVENT_KEY"];
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  test("the application reports each missing part that it needs", () => {
    const sentences = sentencesOf(() => readAppSettings({}));
    expect(sentences).toEqual([
      expect.stringContaining("DATABASE_URL"),
      expect.stringContaining("S3_ENDPOINT"),
      expect.stringContaining("STAGEDOOR_ENCRYPTION_KEY"),
      expect.stringContaining("INNGEST_SIGNING_KEY"),
    ]);
    expect(sentences.join()).toContain("npm start");
  });
});

describe("addresses", () => {
  test.each([
    [{ HOST: "0.0.0.0" }, "http://localhost:3000"],
    [{ HOST: "::" }, "http://localhost:3000"],
    [{ HOST: "::1" }, "http://[::1]:3000"],
    [{ HOST: "box.lan", PORT: "8080" }, "http://box.lan:8080"],
    [{ PUBLIC_URL: "https://stagedoor.example.com/" }, "https://stagedoor.example.com"],
    [{ PUBLIC_URL: "https://stagedoor.example.com:443" }, "https://stagedoor.example.com"],
  ])("%j is reached at %s", (settings, publicUrl) => {
    expect(readSettings(settings).publicUrl).toBe(publicUrl);
  });

  test.each([
    [{ PUBLIC_URL: "https://stagedoor.example.com" }, "http://stagedoor.example.com:3001"],
    [{ HOST: "::1", OBJECT_STORE_PORT: "4001" }, "http://[::1]:4001"],
    [{ ...S3 }, "https://s3.example.com"],
    [{ ...S3, S3_PUBLIC_ENDPOINT: "https://files.example.com" }, "https://files.example.com"],
    [{ S3_PUBLIC_ENDPOINT: "https://files.example.com" }, "https://files.example.com"],
  ])("with %j signed URLs start with %s", (settings, url) => {
    expect(readSettings(settings).objectStorePublicUrl).toBe(url);
  });
});

describe("the operator's own object store", () => {
  test("is used as configured", () => {
    const settings = {
      ...EXTERNAL,
      S3_REGION: "eu-central-1",
      S3_FORCE_PATH_STYLE: "false",
      S3_VERSIONING: "off",
      S3_PUBLIC_ENDPOINT: "https://files.example.com",
    };
    const { databaseUrl, objectStore } = readAppSettings(settings);
    expect(databaseUrl).toBe(EXTERNAL.DATABASE_URL);
    expect(objectStore).toEqual({
      endpoint: "https://s3.example.com",
      publicEndpoint: "https://files.example.com",
      region: "eu-central-1",
      bucket: "documents",
      accessKeyId: "id",
      secretAccessKey: "secret-of-the-store",
      forcePathStyle: false,
      versioning: "off",
    });
  });

  test.each(["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])("requires %s", (name) => {
    expect(sentencesOf(() => readSettings({ ...EXTERNAL, [name]: "" }))).toEqual([
      `The setting ${name} is missing: S3_ENDPOINT needs it.`,
    ]);
  });

  test("may use the port of the embedded store, which is not started", () => {
    expect(sentencesOf(() => readSettings({ ...EXTERNAL, PORT: "3001" }))).toEqual([]);
  });
});

describe("the ports of started parts", () => {
  test.each([
    [{ PORT: "3001" }, "PORT and OBJECT_STORE_PORT"],
    [{ PORT: "3002" }, "PORT and EXECUTOR_PORT"],
    [{ OBJECT_STORE_PORT: "4000", EXECUTOR_PORT: "4000" }, "OBJECT_STORE_PORT and EXECUTOR_PORT"],
    [{ PORT: "3003" }, "PORT and RECEIVER_PORT"],
    [{ RECEIVER_PORT: "3001" }, "OBJECT_STORE_PORT and RECEIVER_PORT"],
    [{ RECEIVER_PORT: "3002" }, "EXECUTOR_PORT and RECEIVER_PORT"],
  ])("must differ: %j", (settings, names) => {
    expect(sentencesOf(() => readSettings(settings))).toEqual([
      `The settings ${names} are the same: use two ports.`,
    ]);
  });
});

test("a receiver that is off leaves its port free", () => {
  const settings = { STAGEDOOR_RECEIVER: "off", PORT: "3003" };
  expect(readSettings(settings)).toMatchObject({ port: 3003, receiverPort: null });
});

/** Accepted and rejected values at each bound. */
const BORDERS: readonly [string, readonly string[], readonly string[]][] = [
  ["HOST", ["::1", "192.168.0.7", "box.lan"], ["http://box", "box:80", "a b", "a/b", "999.1.1.1"]],
  ["PORT", ["1", "65535"], ["0", "65536", "-1", "80.5", "http", " 80", "1e3", "0x50"]],
  ["OBJECT_STORE_PORT", ["1", "65535"], ["0", "65536"]],
  ["EXECUTOR_PORT", ["1", "65535"], ["0", "65536"]],
  ["RECEIVER_PORT", ["1024", "65535"], ["0", "1023", "65536", "https"]],
  ["STAGEDOOR_RECEIVER", ["on", "off"], ["true", "ON", "maybe"]],
  [
    "METRICS_TOKEN",
    ["m".repeat(16), "m".repeat(200)],
    ["m".repeat(15), "m".repeat(201), `${"m".repeat(20)} x`],
  ],
  ["INNGEST_DEV", ["0", "1", "TRUE", "http://a.b:8288"], ["yes please", "ftp://a.b"]],
  ["INNGEST_BASE_URL", [], ["nowhere.test", "ftp://a.b"]],
  ["INNGEST_EVENT_KEY", [], ["two words", "k\u00e9y!"]],
  ["INNGEST_SIGNING_KEY", [], ["signkey-prod-xyz1", "signkey-prod-abc", "hunter2"]],
  ["PUBLIC_URL", ["http://a.b:1"], ["nowhere.test", "ftp://a.b", "http://a.b/x", "http://a.b?x"]],
  [
    "S3_PUBLIC_ENDPOINT",
    ["http://a.b:1"],
    ["a.b:9000", "s3://bucket", "http://a.b/bucket", "http://u:p@a.b"],
  ],
  ["STAGEDOOR_API_KEY", ["k".repeat(32), "k".repeat(200)], ["k".repeat(31), `${"k".repeat(40)} x`]],
  [
    "STAGEDOOR_ENCRYPTION_KEY",
    [`${"0aF".repeat(21)}0`, `${"-_".repeat(21)}A`],
    ["k".repeat(42), "k".repeat(44), "g".repeat(64), "f".repeat(63), `${"k".repeat(42)}=`],
  ],
  [
    "DATABASE_URL",
    ["postgres://a/b", "postgresql://a/b"],
    ["mysql://a/b", "a/b", "host=a", "postgres://", "postgresql://a:99999/b"],
  ],
  ["S3_FORCE_PATH_STYLE", ["true", "false"], ["yes", "1", "TRUE"]],
  ["S3_VERSIONING", ["auto", "off"], ["on", "true", "AUTO"]],
  ["UPLOAD_URL_EXPIRES_SECONDS", ["60", "604800"], ["59", "604801", "1h"]],
  ["RATE_LIMIT_PER_KEY", ["0", "1000000"], ["-1", "1000001", "10/s"]],
  ["RATE_LIMIT_PER_ADDRESS", ["0", "1000000"], ["-1", "1000001", "10/s"]],
  ["TRUSTED_PROXY_HOPS", ["0", "10"], ["-1", "11", "all"]],
  ["UPLOAD_SIZE_MAX_BYTES", ["1", "5368709120"], ["0", "5368709121", "5GiB"]],
  ["UPLOAD_GRACE_SECONDS", ["0", "604800"], ["-1", "604801", "6h"]],
  ["FILE_RETENTION_DAYS", ["0", "36500"], ["-1", "36501", "30d"]],
  ["LOG_LEVEL", ["debug", "silent"], ["verbose", "INFO"]],
];

describe.each(BORDERS)("%s", (name, accepted, refused) => {
  test.each(accepted)("accepts %s", (value) => {
    expect(sentencesOf(() => readSettings({ [name]: value }))).toEqual([]);
  });

  test.each(refused)(
    "rejects %j with one sentence that names the setting but not the value",
    (value) => {
      const sentences = sentencesOf(() => readSettings({ [name]: value }));
      expect(sentences).toEqual([
        expect.stringMatching(new RegExp(`^The setting ${name} must .*\\.$`)),
      ]);
      const isTelling = value.length > 3; // A shorter value could be in the sentence by chance.
      expect(isTelling && sentences.join().includes(value)).toBe(false);
    },
  );
});

test("the encryption key is the same 32 bytes in hexadecimal and in base64url", () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 8));
  for (const encoding of ["hex", "base64url"] as const) {
    const settings = { STAGEDOOR_ENCRYPTION_KEY: bytes.toString(encoding) };
    expect(readSettings(settings).encryptionKey).toEqual(bytes);
  }
});

test("every invalid setting gets its own sentence in one error", () => {
  const sentences = sentencesOf(() =>
    readSettings({ PORT: "x", LOG_LEVEL: "x", DATABASE_URL: "x" }),
  );
  expect(sentences).toHaveLength(3);
});

test("no sentence repeats a secret", () => {
  const settings = {
    DATABASE_URL: "mysql://user:hunter2@db/x",
    STAGEDOOR_API_KEY: "hunter2 hunter2",
    STAGEDOOR_ENCRYPTION_KEY: "hunter2",
  };
  expect(sentencesOf(() => readSettings(settings)).join()).not.toContain("hunter2");
});
