import { setTimeout as sleep } from "node:timers/promises";
import type { ApiAccess } from "@/cli/external-system/access";
import { isAlive, killProcess } from "../kill-process";
import { type ChildName, chooseProductPlace, type ProductPlace, startProduct } from "../product";
import type { Victim } from "./kill-plan";

/** A product that restarts on the same ports and data after every kill -9. */
export interface KillableProduct extends ApiAccess {
  /** The settings with which programs find the product. */
  readonly env: ProductPlace["env"];
  /**
   * Kills with -9, and restarts the product immediately if its launcher was among the victims. Resolves when the product
   * is ready.
   */
  kill(victim: Victim): Promise<void>;
  /** Resolves with the process id of a running child; if the child was killed, waits for its replacement. */
  childPid(name: ChildName): Promise<number>;
  /** Returns the output since the last start. */
  output(): string;
  /** Stops the product; does nothing if it is not running. */
  stop(): Promise<void>;
}

const CHILDREN: readonly ChildName[] = ["postgres", "object-store", "inngest", "receiver", "next"];
const REPLACEMENT_TIMEOUT_MS = 180_000;
const LOOK_AGAIN_MS = 20;

/** Starts the product in a data folder that is kept when it stops; `settings` apply each time it starts. */
export async function startKillableProduct(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<KillableProduct> {
  const place = await chooseProductPlace({ dataDir, env: settings });
  const { PORT = "", OBJECT_STORE_PORT = "", EXECUTOR_PORT = "", RECEIVER_PORT = "" } = place.env;
  const ports = { PORT, OBJECT_STORE_PORT, EXECUTOR_PORT, RECEIVER_PORT };
  const start = () => startProduct({ dataDir, env: { ...settings, ...ports } });
  const killed = new Set<number>();
  let product = await start();

  /** A dead child stays listed until its replacement is ready. */
  const livingPid = async (name: ChildName): Promise<number> => {
    const deadlineMs = performance.now() + REPLACEMENT_TIMEOUT_MS;
    while (performance.now() < deadlineMs) {
      const pid = await product.childPid(name);
      if (!killed.has(pid) && isAlive(pid)) return pid;
      await sleep(LOOK_AGAIN_MS);
    }
    throw new Error(`${name} was not restarted within ${REPLACEMENT_TIMEOUT_MS / 1000} s.`);
  };
  const livingPids = (names: readonly ChildName[]) => Promise.all(names.map(livingPid));
  const pidsOf = async (victim: Victim): Promise<number[]> => {
    if (victim === "launcher") return [product.launcherPid];
    if (victim !== "everything") return livingPids([victim]);
    return [product.bootstrapPid, product.launcherPid, ...(await livingPids(CHILDREN))];
  };

  return {
    url: place.url,
    apiKey: product.apiKey,
    env: place.env,
    childPid: livingPid,
    output: () => product.output(),
    kill: async (victim) => {
      for (const pid of await pidsOf(victim)) {
        killed.add(pid);
        killProcess(pid);
      }
      if (killed.has(product.launcherPid)) product = await start();
    },
    stop: async () => {
      await product.stop();
    },
  };
}
