import { DomainError } from "@/lib/kernel/rules/errors";
import type { DeliveryRun, DeliveryRuns } from "../ports";

/** An engine that only records its calls. */
export interface InMemoryDeliveryRuns extends DeliveryRuns {
  /** Returns the runs that were started since the last call, in order. */
  takeStarted(): readonly DeliveryRun[];
  /** Returns the runs that were woken since the last call, in order. */
  takeWoken(): readonly DeliveryRun[];
  /** If false, every call is rejected with `engine-unavailable`. */
  setAvailable(isAvailable: boolean): void;
}

/** Creates an engine without runs. */
export function createInMemoryDeliveryRuns(): InMemoryDeliveryRuns {
  const started: DeliveryRun[] = [];
  const woken: DeliveryRun[] = [];
  let isAvailable = true;
  const assertAvailable = () => {
    if (isAvailable) return;
    throw new DomainError("engine-unavailable", "The engine of this test is switched off.");
  };
  return {
    async start(runs) {
      assertAvailable();
      started.push(...runs);
    },
    async wake(runs) {
      assertAvailable();
      woken.push(...runs);
    },
    async checkReachable() {
      assertAvailable();
    },
    takeStarted: () => started.splice(0),
    takeWoken: () => woken.splice(0),
    setAvailable: (value) => {
      isAvailable = value;
    },
  };
}
