import { setTimeout as sleep } from "node:timers/promises";
import { type ChildrenFile, createChildrenFile } from "./children-file";
import type { Service, ServiceName } from "./service";
import { type SupervisedService, supervise } from "./supervise";

/** The children of one launcher. */
export interface ServiceGroup {
  /** Starts a service and keeps it alive from then on. @throws the error if it fails to start the first time */
  start(service: Service, signal: AbortSignal): Promise<void>;
  /** Stops the running services, each before the services that it depends on. */
  stop(): Promise<void>;
  /** Kills the running services immediately. */
  kill(): void;
}

const STOP_ORDER: readonly ServiceName[] = [
  "next",
  "inngest",
  "receiver",
  "object-store",
  "postgres",
];

/** Creates a group without children; `report` receives one line for each child that dies. */
export function createServiceGroup(
  dataDir: string,
  report: (line: string) => void,
  childrenFile: ChildrenFile = createChildrenFile(dataDir),
): ServiceGroup {
  const supervised: SupervisedService[] = [];
  const ports = {
    nowMs: () => performance.now(),
    delay: (durationMs: number, signal: AbortSignal) =>
      sleep(durationMs, undefined, { signal }).catch(() => undefined),
    report,
    onStarted: childrenFile.note,
  };
  return {
    start: async (service, signal) => {
      supervised.push(await supervise(service, ports, signal));
    },
    stop: async () => {
      for (const name of STOP_ORDER) {
        await supervised.find((service) => service.name === name)?.stop();
      }
      childrenFile.remove();
    },
    kill: () => {
      for (const service of supervised) service.kill();
    },
  };
}
