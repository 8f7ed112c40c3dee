import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { writeFileAtomically } from "../../small-files";
import type { RunningService, Service, ServiceName } from "./service";

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

/** `<dataDir>/children.json`: which process is which, for people and for tests. */
interface ChildrenFile {
  note(name: ServiceName, pid: number): void;
  remove(): void;
}

/** Starts a new file with the launcher's own process id, and discards the entries of a killed launcher. */
function createChildrenFile(dataDir: string): ChildrenFile {
  const file = join(dataDir, "children.json");
  const pids: Record<string, number> = { launcher: process.pid };
  const write = () => writeFileAtomically(file, `${JSON.stringify(pids)}\n`);
  write();
  return {
    note: (name, pid) => {
      pids[name] = pid;
      write();
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** The ports that supervision needs. */
export interface SupervisorPorts {
  nowMs(): number;
  /** Resolves after the time, or immediately if the signal aborts. */
  delay(durationMs: number, signal: AbortSignal): Promise<void>;
  /** Receives one line whenever something goes wrong with a child. */
  report(line: string): void;
  /** Called each time the child starts; an error that it throws is reported and has no other effect. */
  onStarted(name: ServiceName, pid: number): void;
}

/** A service that is restarted whenever it dies, until it is stopped. */
interface SupervisedService {
  readonly name: ServiceName;
  /** Ends supervision, then stops the service. Idempotent. */
  stop(): Promise<void>;
  /** Ends supervision and kills the service. */
  kill(): void;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
const STABLE_AFTER_MS = 30_000;

/**
 * Starts a service and keeps it alive: after the child dies, it waits 0.2 s, then twice as long each time up to 10 s, and
 * 0.2 s again once a child has lived for 30 s. The other services are not affected in the meantime.
 * @throws the error if it fails to start the first time, which is not retried
 */
export async function supervise(
  service: Service,
  ports: SupervisorPorts,
  signal: AbortSignal,
): Promise<SupervisedService> {
  const ending = new AbortController();
  const isEnding = () => ending.signal.aborted;
  let current: RunningService | null = await start(AbortSignal.any([signal, ending.signal]));

  async function start(startSignal: AbortSignal): Promise<RunningService> {
    const running = await service.start(startSignal);
    note(running.pid);
    return running;
  }

  /** A running child must remain supervised even if it could not be recorded. */
  function note(pid: number): void {
    try {
      ports.onStarted(service.name, pid);
    } catch (error) {
      const reason = errorMessage(error);
      ports.report(
        `${service.title} runs as process ${pid}, which could not be recorded (${reason}).`,
      );
    }
  }

  async function liveOut(running: RunningService): Promise<Life> {
    const startedMs = ports.nowMs();
    const reason = await running.exited;
    current = null;
    return { reason, durationMs: ports.nowMs() - startedMs };
  }

  async function startAndLiveOut(): Promise<Life> {
    try {
      current = await start(ending.signal);
      // A start that cannot be interrupted may finish after a stop has been requested.
      if (isEnding()) await current.stop();
      return await liveOut(current);
    } catch (error) {
      return { reason: errorMessage(error), durationMs: 0 };
    }
  }

  async function keepAlive(first: RunningService): Promise<void> {
    let delayMs = FIRST_DELAY_MS;
    for (let life = await liveOut(first); !isEnding(); life = await startAndLiveOut()) {
      if (life.durationMs >= STABLE_AFTER_MS) delayMs = FIRST_DELAY_MS;
      ports.report(
        `${service.title} ended (${life.reason}); starting it again in ${delayMs / 1000} s.`,
      );
      await ports.delay(delayMs, ending.signal);
      if (isEnding()) return;
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    }
  }

  const ended = keepAlive(current);

  return {
    name: service.name,
    stop: async () => {
      ending.abort();
      await current?.stop();
      await ended;
    },
    kill: () => {
      ending.abort();
      current?.kill();
    },
  };
}

interface Life {
  readonly reason: string;
  readonly durationMs: number;
}
