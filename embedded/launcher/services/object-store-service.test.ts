import { describe, expect, test } from "vitest";
import { readSettings } from "@/lib/env/read-settings";
import { DISK_RESERVE_BYTES } from "@/lib/upkeep/rules/disk-reserve";
import { embeddedObjectStore, objectStoreConfiguration } from "./object-store-service";

const secrets = {
  objectStoreAccessKeyId: "ACCESSKEYACCESSKEY00",
  objectStoreSecretAccessKey: "secret-secret-secret-secret-secret-secret",
  encryptionKey: "k".repeat(43),
  inngestEventKey: "e".repeat(43),
  inngestSigningKey: `signkey-prod-${"ab".repeat(32)}`,
  receiverControlToken: "t".repeat(43),
};

describe("the configuration of the embedded object store", () => {
  test("accepts the application's own origins and local names", () => {
    const settings = readSettings({ STAGEDOOR_DATA_DIR: "/data" });
    expect(objectStoreConfiguration(settings, secrets)).toMatchObject({
      reservedBytes: DISK_RESERVE_BYTES,
      root: "/data/objects",
      host: "127.0.0.1",
      port: 3001,
      buckets: ["stagedoor"],
      corsOrigins: ["http://127.0.0.1:3000", "http://localhost:3000"],
      publicHosts: ["127.0.0.1:3001", "localhost:3001"],
    });
  });

  test("accepts the public names of a machine behind a proxy", () => {
    const settings = readSettings({
      HOST: "0.0.0.0",
      PUBLIC_URL: "https://stagedoor.example",
      S3_PUBLIC_ENDPOINT: "https://files.example",
    });
    const { corsOrigins, publicHosts } = objectStoreConfiguration(settings, secrets);
    expect(corsOrigins).toContain("https://stagedoor.example");
    expect(publicHosts).toContain("files.example");
    expect(publicHosts).toContain("127.0.0.1:3001");
  });

  test("contains origins and hosts as browsers send them, without the default port", () => {
    const page = objectStoreConfiguration(readSettings({ PORT: "80" }), secrets);
    expect(page.corsOrigins).toContain("http://127.0.0.1");
    expect(page.corsOrigins).toContain("http://localhost");

    const store = objectStoreConfiguration(readSettings({ OBJECT_STORE_PORT: "80" }), secrets);
    expect(store.publicHosts).toEqual(["127.0.0.1", "localhost"]);
  });

  test("matches the settings that the application receives, at an address that it can reach", () => {
    const settings = readSettings({ HOST: "0.0.0.0", OBJECT_STORE_PORT: "4001" });
    expect(embeddedObjectStore(settings, secrets)).toMatchObject({
      endpoint: "http://127.0.0.1:4001",
      publicEndpoint: "http://localhost:4001",
      bucket: "stagedoor",
      accessKeyId: secrets.objectStoreAccessKeyId,
    });
  });
});
