import type { BuiltInReceiver } from "../ports/built-in-receiver";

/** A built-in receiver that only notes what it is told. */
export interface InMemoryBuiltInReceiver extends BuiltInReceiver {
  /** What it verifies with now. */
  secrets(): readonly string[];
  /** While it is away, it rejects. */
  setAvailable(isAvailable: boolean): void;
  /** Runs once, when it is told the next time, before it answers. */
  onceTold(act: () => Promise<unknown>): void;
}

/** Makes one that listens and knows no secret yet. */
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
