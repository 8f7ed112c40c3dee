import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url)).replace(/\/$/, "");
const alias = { "@": folder("."), "@stagedoor": folder("packages") };

/**
 * `unit` does no I/O; `integration` gets a real PostgreSQL and object store; `packages` gets a `DATABASE_URL` and no alias
 * of ours; `e2e` starts the product; `s3` tests a given store.
 */
export default defineConfig({
  test: {
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true" },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          // Files without I/O leave no traces, so they can share a process.
          isolate: false,
          // Long enough for two cores that also run other suites.
          testTimeout: 60_000,
          include: [
            "lib/{kernel,documents,notifications,assets,processing,review,accounts,live,upkeep}/**/*.test.ts",
            "lib/{http,auth,client,env}/**/*.test.ts",
            "scripts/**/*.test.ts",
            "components/**/*.test.{ts,tsx}",
          ],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          // Each file has its own databases and folders; a separate process would cost as much as its tests.
          isolate: false,
          include: [
            "lib/adapters/**/*.test.ts",
            "{inngest,embedded,app,prisma,cli,bench,quality,processor,testing}/**/*.test.ts",
          ],
          globalSetup: ["testing/global-setup.ts"],
          // For hanging tests only. On a busy machine, a command of Prisma has taken 40 s, and a test has four of them.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "packages",
          isolate: false,
          include: ["packages/**/*.test.ts"],
          globalSetup: ["testing/packages-setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "s3",
          include: ["lib/adapters/s3/given-s3-store.check.ts"],
          globalSetup: ["testing/given-store.ts"],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/build-once.ts"],
          // For hanging tests only. On a busy machine, each command of a test has taken 20 s, and a test has a dozen.
          testTimeout: 300_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
