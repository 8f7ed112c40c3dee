import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  readAppSettings,
  readPartSettingsOver,
  readSettings,
  SETTING_NAMES,
} from "./read-settings";

const INNGEST = {
  INNGEST_EVENT_KEY: "event-key",
  INNGEST_SIGNING_KEY: "signkey-prod-0123abcd",
};
const PARTS = {
  DATABASE_URL: "postgresql://user:password@db/stagedoor",
  S3_ENDPOINT: "https://s3.example.com",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret-of-the-store",
  STAGEDOOR_ENCRYPTION_KEY: "0".repeat(64),
};
const CLOUD = { isDev: false, eventKey: "event-key", signingKey: "signkey-prod-0123abcd" };
const DEV = { isDev: true, eventKey: null, signingKey: null };

describe("durable work", () => {
  test.each([
    [{}, null],
    [{ INNGEST_DEV: "0" }, null],
    [INNGEST, { ...CLOUD, baseUrl: null }],
    [
      { ...INNGEST, INNGEST_DEV: "false" },
      { ...CLOUD, baseUrl: null },
    ],
    [
      { ...INNGEST, INNGEST_BASE_URL: "http://inngest.lan:8288" },
      { ...CLOUD, baseUrl: "http://inngest.lan:8288" },
    ],
    [{ INNGEST_DEV: "1" }, { ...DEV, baseUrl: null }],
    [{ INNGEST_DEV: "box.lan:9000" }, { ...DEV, baseUrl: "http://box.lan:9000" }],
    [{ INNGEST_DEV: "https://box.lan/" }, { ...DEV, baseUrl: "https://box.lan" }],
    [
      { ...INNGEST, INNGEST_DEV: "true" },
      { ...CLOUD, isDev: true, baseUrl: null },
    ],
  ])("with the settings %j is requested from %j", (settings, inngest) => {
    expect(readSettings(settings).inngest).toEqual(inngest);
  });

  test.each([
    [{ INNGEST_EVENT_KEY: "event-key" }, ["INNGEST_SIGNING_KEY"]],
    [{ INNGEST_SIGNING_KEY: "signkey-prod-0123abcd" }, ["INNGEST_EVENT_KEY"]],
    [{ INNGEST_BASE_URL: "http://box.lan:8288" }, ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]],
  ])("with only the settings %j reports what else is needed", (settings, names) => {
    const sentences = names.map(
      (name) =>
        `The setting ${name} is missing: your own Inngest server needs both keys. Set neither to use the embedded executor.`,
    );
    expect(() => readSettings(settings)).toThrow(sentences.join("\n"));
  });

  test("with the operator's own Inngest leaves the port of the embedded executor free", () => {
    expect(readSettings({ ...INNGEST, PORT: "3002" }).port).toBe(3002);
  });

  test("is required by the application but not by commands", () => {
    const settings = { ...PARTS, ...INNGEST };
    expect(readAppSettings(settings).inngest).toEqual({ ...CLOUD, baseUrl: null });
    expect(() => readAppSettings(PARTS)).toThrow("The setting INNGEST_SIGNING_KEY is missing");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of SETTING_NAMES) vi.stubEnv(name, undefined);
    expect(readPartSettingsOver(PARTS).inngest).toBeNull();
  });
});
