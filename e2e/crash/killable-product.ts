import { setTimeout as sleep } from "node:timers/promises";
import type { ApiAccess } from "@/cli/external-system/access";
import { isAlive, killProcess } from "../kill-process";
import { type ChildName, chooseProductPlace, type ProductPlace, startProduct } from "../product";
import type { Victim } from "./kill-plan";

/** A product that comes back on the same ports and data after every kill -9. */
export interface KillableProduct extends ApiAccess {
  /** For programs that are to find it by their settings. */
  readonly env: ProductPlace["env"];
  /** Kills -9, and starts the product again at once when its launcher was among the victims. Resolves when that is ready. */
  kill(victim: Victim): Promise<void>;
  /** The process id of a child that lives; one that was killed is waited for until it has been replaced. */
  childPid(name: ChildName): Promise<number>;
  /** What was printed since the last start. */
  output(): string;
  /** Ends what is running; harmless when nothing is. */
  stop(): Promise<void>;
}

const CHILDREN: readonly ChildName[] = ["postgres", "object-store", "inngest", "receiver", "next"];
const REPLACEMENT_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 20;

/** Starts the product in a data folder that stays when it stops; `settings` are those of every start. */
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

  /** A child that died is listed until its replacement is ready. */
  const livingPid = async (name: ChildName): Promise<number> => {
    const deadlineMs = performance.now() + REPLACEMENT_TIMEOUT_MS;
    while (performance.now() < deadlineMs) {
      const pid = await product.childPid(name);
      if (!killed.has(pid) && isAlive(pid)) return pid;
      await sleep(LOOK_AGAIN_MS);
    }
    throw new Error(`${name} was not started again within ${REPLACEMENT_TIMEOUT_MS / 1000} s.`);
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
