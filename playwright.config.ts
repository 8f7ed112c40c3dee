import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Returns the program of the browser: `CHROMIUM_PATH`; else, on 64-bit Linux, the headless Chromium from npm, which is the
 * same version on every machine and needs 30 % less CPU than an installed one; else an installed one.
 */
async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (process.platform === "linux" && process.arch === "x64") return chromiumFromNpm();
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  throw new Error(
    "No Chromium was found, and npm has none for this machine: install Chrome or Chromium, or set CHROMIUM_PATH to its program.",
  );
}

/** Chromium with its libraries. The package's own arguments are not used, because they would disable web security. */
async function chromiumFromNpm(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs20.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  return chromium.executablePath();
}

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Each worker has its own product; on two cores, one waits while the other one works.
  workers: 2,
  // Limits for hanging tests, wide enough for two busy cores; no test measures time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  forbidOnly: true,
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Without a graphics card, drawing in software takes half of the CPU of emulating one.
        "--disable-gpu",
      ],
    },
    // Motion takes a sixth of the CPU; some specs keep it (decision 0101).
    contextOptions: { reducedMotion: "reduce" },
    // A trace records the page's elements at each step. Recording pictures as well would take a quarter of the CPU. In CI,
    // where nobody can look at it, none is recorded.
    trace: process.env.CI ? "off" : { mode: "retain-on-failure", screenshots: false },
  },
});
