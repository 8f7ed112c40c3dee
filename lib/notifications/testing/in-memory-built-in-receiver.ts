import type { BuiltInReceiver } from "../ports";

/** A built-in receiver that only records the secrets it gets. */
export interface InMemoryBuiltInReceiver extends BuiltInReceiver {
  /** Returns the secrets that it currently accepts. */
  secrets(): readonly string[];
  /** If false, `verifyWith` rejects. */
  setAvailable(isAvailable: boolean): void;
  /** Runs the given function once, during the next call to `verifyWith`. */
  onceTold(act: () => Promise<unknown>): void;
}

/** Creates a receiver that is available and has no secrets yet. */
export function createInMemoryBuiltInReceiver(): InMemoryBuiltInReceiver {
  let verifying: readonly string[] = [];
  let isAvailable = true;
  let once: (() => Promise<unknown>) | null = null;
  return {
    origin: "https://127.0.0.1:3003",
    secrets: () => verifying,
    setAvailable: (next) => {
      isAvailable = next;
    },
    onceTold: (act) => {
      once = act;
    },
    async verifyWith(secrets) {
      if (!isAvailable) throw new Error("nothing listens");
      const act = once;
      once = null;
      await act?.();
      verifying = secrets;
    },
  };
}
