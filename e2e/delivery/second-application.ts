import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "@/scripts/suites-process";
import { reservePorts } from "@/testing/reserve-ports";
import type { Product } from "../product";

/**
 * A second web process that shares the database and the other services of a running product, as behind a load balancer.
 */
export interface SecondApplication {
  readonly url: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 180_000;
const LOOK_AGAIN_MS = 50;

/** Reads the settings that a running product's application was started with. */
export async function settingsOf({
  dataDir,
}: Pick<Product, "dataDir">): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(dataDir, "application.env.json"), "utf8")).settings;
}

/**
 * Starts a second web process with the product's settings. `differences` override these settings, and an empty value
 * removes one.
 */
export async function startSecondApplication(
  product: Pick<Product, "dataDir">,
  differences: Readonly<Record<string, string>> = {},
): Promise<SecondApplication> {
  const [port] = await reservePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      "./embedded/end-with-launcher.mjs",
      "app/serving/server.mjs",
      "--port",
      String(port),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        ...(await settingsOf(product)),
        ...differences,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
      },
      // The pipe stays open. When the tests are killed, it closes, and the second web process exits, too.
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      await stop();
      throw new Error("The second application did not start.");
    }
    await sleep(LOOK_AGAIN_MS);
  }
  return { url, stop };
}

const isAnswering = (url: string) =>
  fetch(`${url}/api/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
