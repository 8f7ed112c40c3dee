import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SETTING_NAMES } from "@/lib/env/read-settings";
import { SECRET_SETTING_NAMES } from "@/lib/env/settings-warnings";
import { removeApplicationFile, writeApplicationFile } from "./application-file";

function arrange() {
  const dataDir = mkdtempSync(join(tmpdir(), "stagedoor-application-file-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir, file: join(dataDir, "application.env.json") };
}

const ENVIRONMENT = {
  DATABASE_URL: "postgresql://a:secret@127.0.0.1:5432/a",
  UPLOAD_GRACE_SECONDS: "60",
  S3_REGION: "",
  STAGEDOOR_API_KEY: "k".repeat(43),
  STAGEDOOR_ADMIN_PASSWORD: "correct horse battery",
  HOME: "/root",
};

test("the file contains the launcher and the settings, and nothing else from the environment", () => {
  const { dataDir, file } = arrange();
  writeApplicationFile(dataDir, ENVIRONMENT, {});
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    launcher: process.pid,
    settings: { DATABASE_URL: ENVIRONMENT.DATABASE_URL, UPLOAD_GRACE_SECONDS: "60" },
    withheld: [],
  });
});

test("no secret that came from the environment is written, only its name", () => {
  const { dataDir, file } = arrange();
  const secrets = Object.fromEntries(
    SECRET_SETTING_NAMES.map((name) => [name, `secret-of-${name.toLowerCase()}`]),
  );
  const environment = {
    ...secrets,
    DATABASE_URL: "postgresql://ann:secret-word@db.example:5432/house?sslpassword=secret-too",
    S3_ENDPOINT: "https://s3.example",
    OIDC_ISSUER: "https://id.example.com",
  };
  writeApplicationFile(dataDir, { ...environment, UPLOAD_GRACE_SECONDS: "60" }, environment);
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain("secret-");
  const { settings, withheld } = JSON.parse(text);
  expect(settings).toEqual({
    DATABASE_URL: "postgresql://db.example:5432/house",
    S3_ENDPOINT: "https://s3.example",
    UPLOAD_GRACE_SECONDS: "60",
  });
  expect(withheld).toEqual(
    SECRET_SETTING_NAMES.filter((name) => !/^STAGEDOOR_A|^OIDC_/.test(name)),
  );
});

test("every setting whose name says that it is a secret counts as one", () => {
  const named = SETTING_NAMES.filter((name) => /SECRET|PASSWORD|TOKEN|(?<!PER)_KEY$/.test(name));
  expect(SECRET_SETTING_NAMES).toEqual(expect.arrayContaining(named));
});

test("the file can be read only by its owner", () => {
  const { dataDir, file } = arrange();
  writeApplicationFile(dataDir, ENVIRONMENT, {});
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the file is removed, and removing it again does nothing", () => {
  const { dataDir, file } = arrange();
  writeApplicationFile(dataDir, ENVIRONMENT, {});
  removeApplicationFile(dataDir);
  removeApplicationFile(dataDir);
  expect(existsSync(file)).toBe(false);
});
