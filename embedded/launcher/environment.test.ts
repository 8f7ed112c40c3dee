import { afterEach, describe, expect, test, vi } from "vitest";
import { readAppSettings, readSettings } from "@/lib/env/read-settings";
import { applicationEnvironment } from "./environment";

const OBJECT_STORE = {
  endpoint: "http://127.0.0.1:3001",
  publicEndpoint: "http://127.0.0.1:3001",
  region: "us-east-1",
  bucket: "stagedoor",
  accessKeyId: "id",
  secretAccessKey: "secret",
  forcePathStyle: true,
  versioning: "auto",
} as const;
const SECRETS = {
  encryptionKey: "k".repeat(43),
  inngestEventKey: "made-event-key",
  inngestSigningKey: `signkey-prod-${"ab".repeat(32)}`,
  receiverControlToken: "t".repeat(43),
};

function environmentFor(environment: Record<string, string>, clusterDir: string | null = null) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const settings = readSettings(environment);
  const database = "postgresql://a/b";
  return applicationEnvironment("start", settings, database, OBJECT_STORE, SECRETS, clusterDir);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the application's environment", () => {
  test("contains the embedded executor's settings, with its signing key, if no Inngest is configured", () => {
    const environment = environmentFor({ EXECUTOR_PORT: "4002" });
    expect(environment.INNGEST_DEV).toBe("0");
    expect(readAppSettings(environment)).toMatchObject({
      executorPort: 4002,
      inngest: {
        isDev: false,
        baseUrl: "http://127.0.0.1:4002",
        eventKey: SECRETS.inngestEventKey,
        signingKey: SECRETS.inngestSigningKey,
      },
    });
  });

  test("hides settings for other Inngest servers from the SDK if the embedded executor is used", () => {
    const environment = environmentFor({
      INNGEST_ALLOW_IN_BAND_SYNC: "false",
      INNGEST_STREAMING: "true",
      INNGEST_EVENT_API_BASE_URL: "https://inn.gs",
    });
    expect(environment).toMatchObject({
      INNGEST_ALLOW_IN_BAND_SYNC: "",
      INNGEST_STREAMING: "",
      INNGEST_EVENT_API_BASE_URL: "",
    });
  });

  test.each([
    { INNGEST_EVENT_KEY: "own", INNGEST_SIGNING_KEY: "signkey-prod-0123", INNGEST_ENV: "branch" },
    { INNGEST_DEV: "1" },
  ])("passes on the settings of the user's own Inngest: %j", (settings) => {
    const environment = environmentFor(settings);
    expect(environment).toMatchObject(settings);
    expect(Object.values(environment)).not.toContain(SECRETS.inngestSigningKey);
  });

  test("contains the folders of the embedded parts, whose disks the readiness check watches", () => {
    const { DATABASE_DISK_FOLDER, OBJECT_STORE_DISK_FOLDER } = environmentFor(
      { STAGEDOOR_DATA_DIR: "/data" },
      "/data/postgres",
    );
    expect(DATABASE_DISK_FOLDER).toBe("/data/postgres");
    expect(OBJECT_STORE_DISK_FOLDER).toBe("/data/objects");
  });

  test("contains the disks of external parts only if these disks are configured", () => {
    const S3 = { S3_ENDPOINT: "https://s3.example", S3_BUCKET: "b" };
    const elsewhere = { ...S3, S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
    expect(readAppSettings(environmentFor(elsewhere)).diskFolders).toEqual({
      database: null,
      objectStore: null,
    });
    const withDirectories = {
      ...elsewhere,
      DATABASE_DISK_FOLDER: "/pg",
      OBJECT_STORE_DISK_FOLDER: "/s3",
    };
    expect(readAppSettings(environmentFor(withDirectories)).diskFolders).toEqual({
      database: "/pg",
      objectStore: "/s3",
    });
  });

  test("gives next-auth the public address, whatever a client sends", () => {
    const environment = environmentFor({
      PUBLIC_URL: "https://stagedoor.example",
      NEXTAUTH_URL: "https://elsewhere.example",
    });
    expect(environment.NEXTAUTH_URL).toBe("https://stagedoor.example");
  });
});
