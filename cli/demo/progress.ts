import type { Pause } from "@/lib/client/retrying";
import type { Narrator } from "./narrator";

const BAR_CELLS = 30;

/** Shows how many documents are done: one updating line on a terminal, otherwise a line for each tenth of them. */
export function createProgress({ write, isTerminal }: Narrator, total: number) {
  let done = 0;
  let pauses = 0;
  let lastReason = "";
  const clear = isTerminal ? "\x1b[2K\r" : "";
  const tenths = (count: number) => Math.floor((10 * count) / total);
  return {
    /** One more is done. */
    pass: () => {
      done += 1;
      const bar = "█".repeat(Math.floor((BAR_CELLS * done) / total)).padEnd(BAR_CELLS, "░");
      if (isTerminal) write(`${clear}  ${bar} ${done}/${total}`);
      else if (tenths(done) > tenths(done - 1)) write(`  ${done}/${total}\n`);
    },
    pause: ({ reason }: Pause) => {
      pauses += 1;
      if (reason !== lastReason) write(`${clear}  ${reason}; trying again …\n`);
      lastReason = reason;
    },
    /** How often a call had to be repeated so far. */
    pauses: () => pauses,
    /** Ends the display; whatever is written next stands below it. */
    end: () => write(isTerminal ? "\n\n" : "\n"),
  };
}
