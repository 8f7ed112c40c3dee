import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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
  writeApplicationFile(dataDir, ENVIRONMENT);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    launcher: process.pid,
    settings: { DATABASE_URL: ENVIRONMENT.DATABASE_URL, UPLOAD_GRACE_SECONDS: "60" },
  });
});

test("the file can be read only by its owner", () => {
  const { dataDir, file } = arrange();
  writeApplicationFile(dataDir, ENVIRONMENT);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the file is removed, and removing it again does nothing", () => {
  const { dataDir, file } = arrange();
  writeApplicationFile(dataDir, ENVIRONMENT);
  removeApplicationFile(dataDir);
  removeApplicationFile(dataDir);
  expect(existsSync(file)).toBe(false);
});
