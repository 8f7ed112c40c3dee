import { expect, test } from "vitest";
import { readPartSettingsOver } from "@/lib/env/read-settings";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { logSettingsWarnings } from "./start";

const ENVIRONMENT = {
  DATABASE_URL: "postgresql://a@127.0.0.1:1/a",
  S3_ENDPOINT: "http://127.0.0.1:1",
  S3_BUCKET: "documents",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
  STAGEDOOR_ENCRYPTION_KEY: "e".repeat(64),
};

test("a warning is logged once if uploads use http but the application's address is https", () => {
  const { logger, lines } = createInMemoryLogger();
  const settings = readPartSettingsOver({
    ...ENVIRONMENT,
    PUBLIC_URL: "https://stagedoor.example.com",
  });
  logSettingsWarnings({ logger, settings });
  const uploads = lines().filter(({ msg }) => String(msg).includes("S3_PUBLIC_ENDPOINT"));
  expect(uploads).toEqual([expect.objectContaining({ level: 40 })]);
});
