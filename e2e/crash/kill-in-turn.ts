import { setTimeout as sleep } from "node:timers/promises";
import type { Kill } from "./kill-plan";
import type { KillableProduct } from "./killable-product";

/** The options for a series of kills. */
export interface KillOptions {
  readonly product: Pick<KillableProduct, "kill">;
  /** Resolves with true as soon as this many calls have been answered, or with false if the work ends before that. */
  readonly untilAnswers: (count: number) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/**
 * Performs the kills one by one, each when it is due or, if that moment has passed, as soon as the product is back.
 * Resolves with the kills that took place.
 */
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
