import { setTimeout as sleep } from "node:timers/promises";
import type { Kill } from "./kill-plan";
import type { KillableProduct } from "./killable-product";

/** What is killed, and by what the moment is known. */
export interface KillOptions {
  readonly product: Pick<KillableProduct, "kill">;
  /**
   * Resolves with true as soon as this many calls were answered, with false when no more will be.
   */
  readonly untilAnswers: (count: number) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** Kills one by one, each at its moment or, when that is past, as soon as the product is back. Resolves with those that took place. */
export async function killInTurn(
  kills: readonly Kill[],
  { product, untilAnswers, log }: KillOptions,
): Promise<Kill[]> {
  const done: Kill[] = [];
  for (const kill of kills) {
    if (!(await untilAnswers(kill.afterAnswers))) break;
    await sleep(kill.delayMs);
    log(`  kill -9 ${kill.victim} after ${kill.afterAnswers} answers`);
    await product.kill(kill.victim);
    done.push(kill);
  }
  return done;
}
