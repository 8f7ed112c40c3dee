import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const CHROMIUM_PATHS = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** Chromium with its libraries from npm, where none is installed; its own arguments would switch off web security. */
async function chromiumFromNpm(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  return chromium.executablePath();
}

const installed = CHROMIUM_PATHS.find((path) => path && existsSync(path));

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  workers: 1,
  reporter: "list",
  forbidOnly: true,
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      executablePath: installed ?? (await chromiumFromNpm()),
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    trace: "retain-on-failure",
  },
});
