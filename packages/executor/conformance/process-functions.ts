import { type Inngest, type InngestFunction, RetryAfterError } from "inngest";
import type { Effects } from "./effects";

/** A line on the app's standard output: the app is ready, or a step has had its effect and is about to return. */
export type AppLine =
  | { readonly ready: true; readonly port: number }
  | { readonly step: string; readonly isHeld: boolean };

/** The dependencies of the functions of the app program. */
interface Ports {
  readonly effects: Effects;
  say(line: AppLine): void;
  /** Resolves when the suite releases the held step. */
  released(): Promise<void>;
}

/** The data of the event "work". */
export interface Work {
  readonly steps: number;
  /** The step that is held after its effect is recorded; null if no step is held. */
  readonly heldStep?: string;
}

/**
 * Creates functions whose steps have external effects: "work" with any number of steps, and one function for each way to
 * wait.
 */
export function createFunctions(client: Inngest, ports: Ports): readonly InngestFunction.Any[] {
  const { effects, say, released } = ports;
  const carryOut = async (runId: string, step: string, isHeld = false) => {
    try {
      await effects.record(runId, step);
    } catch (cause) {
      throw new RetryAfterError("the database is away", "1s", { cause });
    }
    // This starts waiting before the line is written, because the suite may release the step immediately.
    const release = isHeld ? released() : null;
    say({ step, isHeld });
    await release;
    return step;
  };
  const make = (id: string, handler: Parameters<Inngest["createFunction"]>[1]) =>
    client.createFunction({ id, retries: 20, triggers: { event: id } }, handler);
  return [
    make("work", async ({ event, step, runId }) => {
      const { steps, heldStep } = event.data as Work;
      for (let number = 1; number <= steps; number += 1) {
        const name = `step ${number}`;
        await step.run(name, () => carryOut(runId, name, name === heldStep));
      }
      return steps;
    }),
    make("sleeper", async ({ event, step, runId }) => {
      await step.sleepUntil("nap", new Date(event.data.until));
      return step.run("after", () => carryOut(runId, "after"));
    }),
    make("waiter", async ({ event, step, runId }) => {
      const until = new Date(event.data.until);
      const found = await step.waitForEvent("wait", { event: "never", timeout: until });
      return step.run("after", () => carryOut(runId, found ? "woken" : "timed out"));
    }),
    make("stumbler", ({ event, step, attempt, runId }) =>
      step.run("stumble", () => {
        if (attempt === 0) throw new RetryAfterError("not yet", new Date(event.data.until));
        return carryOut(runId, "stumble");
      }),
    ),
  ];
}
