/** A point at which tests can hold a step. */
export interface StepGate {
  /** Called by the step; resolves when the gate is opened. */
  pass(name: string): Promise<void>;
  /** Resolves when the step with this name has arrived at the gate. */
  arrival(name: string): Promise<void>;
  /** Names of the steps held at the gate, in the order in which they arrived. */
  waiting(): readonly string[];
  /** Lets the step with this name pass. */
  open(name: string): void;
}

/** Creates a closed gate. */
export function createStepGate(): StepGate {
  const held = new Map<string, () => void>();
  const expected = new Map<string, () => void>();
  return {
    pass: (name) =>
      new Promise((resolve) => {
        held.set(name, resolve);
        expected.get(name)?.();
      }),
    arrival: (name) =>
      new Promise((resolve) => {
        if (held.has(name)) return resolve();
        expected.set(name, resolve);
      }),
    waiting: () => [...held.keys()],
    open: (name) => {
      held.get(name)?.();
      held.delete(name);
    },
  };
}
