import type { ServedFunction } from "../protocol/served-function";
import type { LiveRun } from "./live-runs";

/**
 * Decides which runs are called now. First come, first served, with two exceptions: a run whose key is busy does not
 * block other runs, and a run that continues after a step is called before its function's waiting runs. So runs end in
 * the order they started.
 */
export interface CallSlots {
  readonly running: number;
  /** Returns whether this run is being called now. */
  isCalling(runId: string): boolean;
  /** Calls the run as soon as it may be called. */
  request(run: LiveRun): void;
  /** Removes a waiting run; a run that is being called keeps its slot until its call has ended. */
  withdraw(run: LiveRun): void;
  /** Starts the calls that are allowed now; call it when `mayCall` has become true or limits have changed. */
  pump(): void;
}

/**
 * The runs of one function with one concurrency key. `admitted` runs are within the limit and wait only for a slot; most
 * groups share their slots.
 */
interface Group {
  readonly name: string;
  running: number;
  readonly admitted: Set<LiveRun>;
  readonly waiting: Set<LiveRun>;
  /** Runs that have just saved a step. */
  readonly goingOn: Set<LiveRun>;
}

/**
 * Creates slots for `callsMax` simultaneous calls. A function that limits itself has its own slots in addition, as many
 * as its limit, so that its long calls do not block other functions. `call` must not reject; nothing is called while
 * `mayCall` returns false.
 */
export function createCallSlots(options: {
  readonly callsMax: number;
  readonly mayCall: () => boolean;
  readonly functionOf: (run: LiveRun) => ServedFunction | undefined;
  readonly call: (run: LiveRun) => Promise<void>;
}): CallSlots {
  /**
   * The admitted runs in the order in which they are called: `own` are runs of functions with their own slots, `shared`
   * are all others.
   */
  const readyByKind = { own: new Map<LiveRun, Group>(), shared: new Map<LiveRun, Group>() };
  const calling = new Set<LiveRun>();
  let sharedCalls = 0;
  const groups = new Map<string, Group>();

  const isCalling = (runId: string) => [...calling].some(({ id }) => id === runId);

  const limitOf = (run: LiveRun) => limitIn(options.functionOf(run));

  /** Admits as many runs as the limit allows, and removes a group without runs. */
  const fill = (group: Group) => {
    for (const waiting of [group.goingOn, group.waiting]) {
      for (const run of waiting) {
        if (group.running + group.admitted.size >= limitOf(run)) return;
        waiting.delete(run);
        group.admitted.add(run);
        readyByKind[kindIn(options.functionOf(run))].set(run, group);
      }
    }
    if (group.running + group.admitted.size === 0) groups.delete(group.name);
  };

  const begin = (run: LiveRun, group: Group, kind: keyof typeof readyByKind) => {
    group.running += 1;
    calling.add(run);
    const slots = kind === "shared" ? 1 : 0;
    sharedCalls += slots;
    void options.call(run).finally(() => {
      calling.delete(run);
      sharedCalls -= slots;
      group.running -= 1;
      fill(group);
      callReady();
    });
  };

  const callOfKind = (kind: keyof typeof readyByKind) => {
    const ready = readyByKind[kind];
    for (const [run, group] of ready) {
      if (kind === "shared" && sharedCalls >= options.callsMax) return;
      if (!options.mayCall()) return;
      ready.delete(run);
      group.admitted.delete(run);
      // The limit may have been lowered since the run was admitted.
      if (group.running < limitOf(run)) begin(run, group, kind);
      else group.waiting.add(run);
    }
  };

  const callReady = () => {
    callOfKind("own");
    callOfKind("shared");
  };

  return {
    get running() {
      return calling.size;
    },
    isCalling,
    request: (run) => {
      const group = groupIn(groups, run);
      (isCalling(run.id) ? group.goingOn : group.waiting).add(run);
      fill(group);
      callReady();
    },
    withdraw: (run) => {
      const group = groups.get(groupName(run));
      if (group === undefined) return;
      for (const ready of Object.values(readyByKind)) ready.delete(run);
      group.admitted.delete(run);
      group.waiting.delete(run);
      group.goingOn.delete(run);
      fill(group);
      callReady();
    },
    pump: () => {
      for (const group of groups.values()) fill(group);
      callReady();
    },
  };
}

function groupIn(groups: Map<string, Group>, run: LiveRun): Group {
  const name = groupName(run);
  const group = groups.get(name) ?? newGroup(name);
  groups.set(name, group);
  return group;
}

const newGroup = (name: string): Group => ({
  name,
  running: 0,
  admitted: new Set(),
  waiting: new Set(),
  goingOn: new Set(),
});

const limitIn = (served: ServedFunction | undefined) =>
  served?.concurrency?.limit ?? Number.POSITIVE_INFINITY;

/**
 * A limit with a key applies to each value of the key. Because there may be any number of values, such functions share
 * the slots.
 */
const kindIn = (served: ServedFunction | undefined) =>
  served?.concurrency?.key === null ? "own" : "shared";

function groupName(run: LiveRun): string {
  return JSON.stringify([run.functionId, run.concurrencyKey]);
}
