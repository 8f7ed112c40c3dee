import type { ServedFunction } from "../protocol/served-function";
import type { LiveRun } from "./live-runs";

/** Decides which runs are called now. First come, first served, but a run whose key is busy holds up nobody else. */
export interface CallSlots {
  readonly running: number;
  /** Calls the run as soon as it may be called. */
  request(run: LiveRun): void;
  /** Forgets a run that waits; one that is being called keeps its slot until its call has ended. */
  withdraw(run: LiveRun): void;
  /** Starts what may be called now; to be called when `mayCall` has become true. */
  pump(): void;
}

/** Runs of one function with one concurrency key. */
interface Group {
  running: number;
  readonly waiting: Set<LiveRun>;
}

/** Slots for `callsMax` calls at once. `call` must not reject; nothing is called while `mayCall` says no. */
export function createCallSlots(options: {
  readonly callsMax: number;
  readonly mayCall: () => boolean;
  readonly functionOf: (run: LiveRun) => ServedFunction | undefined;
  readonly call: (run: LiveRun) => Promise<void>;
}): CallSlots {
  const ready = new Set<LiveRun>();
  const groups = new Map<string, Group>();
  let running = 0;

  const groupOf = (run: LiveRun): Group => {
    const name = groupName(run);
    const group = groups.get(name) ?? { running: 0, waiting: new Set() };
    groups.set(name, group);
    return group;
  };

  const isFull = (run: LiveRun, group: Group) => {
    const limit = options.functionOf(run)?.concurrency?.limit;
    return limit !== undefined && group.running >= limit;
  };

  const begin = (run: LiveRun, group: Group) => {
    running += 1;
    group.running += 1;
    void options.call(run).finally(() => {
      running -= 1;
      group.running -= 1;
      const [next] = group.waiting;
      if (next !== undefined) {
        group.waiting.delete(next);
        ready.add(next);
      } else if (group.running === 0) {
        groups.delete(groupName(run));
      }
      pump();
    });
  };

  const pump = () => {
    for (const run of ready) {
      if (running >= options.callsMax || !options.mayCall()) return;
      ready.delete(run);
      const group = groupOf(run);
      if (isFull(run, group)) group.waiting.add(run);
      else begin(run, group);
    }
  };

  return {
    get running() {
      return running;
    },
    request: (run) => {
      ready.add(run);
      pump();
    },
    withdraw: (run) => {
      ready.delete(run);
      groups.get(groupName(run))?.waiting.delete(run);
    },
    pump,
  };
}

function groupName(run: LiveRun): string {
  return JSON.stringify([run.functionId, run.concurrencyKey]);
}
