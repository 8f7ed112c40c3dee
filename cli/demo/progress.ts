import type { Pause } from "@/lib/client/retrying";

/** What a document passes, in this order; `notified` counts its changes of status that the receiver got. */
export const PHASES = [
  "created",
  "uploaded",
  "reported",
  "read back",
  "compared",
  "notified",
] as const;

/** One of the phases. */
export type Phase = (typeof PHASES)[number];

/** How many are going to pass, or have passed, each phase; one that none is going to pass is not shown. */
export type PhaseCounts = Readonly<Record<Phase, number>>;

/** Where progress is shown. */
export interface Screen {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

/** Shows how far the demo is. */
export interface Progress {
  pass(phase: Phase): void;
  /** For what is counted elsewhere. */
  reach(phase: Phase, count: number): void;
  pause(pause: Pause): void;
  /** How often a call had to be repeated so far. */
  pauses(): number;
  /** Ends the display; whatever is written next stands below it. */
  end(): void;
}

/** One updating line per phase on a terminal, otherwise a plain line for each tenth of the documents. */
export function createProgress(screen: Screen, totals: PhaseCounts): Progress {
  const show = screen.isTTY ? showBars(screen, totals) : showTenths(screen, totals);
  const counts: Record<Phase, number> = { ...NOTHING };
  let pauses = 0;
  show.counts(counts);
  return {
    pass: (phase) => {
      counts[phase] += 1;
      show.counts(counts);
    },
    reach: (phase, count) => {
      if (counts[phase] === count) return;
      counts[phase] = count;
      show.counts(counts);
    },
    pause: (pause) => {
      pauses += 1;
      show.note(`${pause.reason}; trying again`);
    },
    pauses: () => pauses,
    end: show.end,
  };
}

const NOTHING: PhaseCounts = {
  created: 0,
  uploaded: 0,
  reported: 0,
  "read back": 0,
  compared: 0,
  notified: 0,
};

interface Display {
  counts(counts: PhaseCounts): void;
  note(text: string): void;
  end(): unknown;
}

const BAR_CELLS = 30;

/** A block that is drawn over itself: the bars, and below them why it waits, until something moves again. */
function showBars(screen: Screen, totals: PhaseCounts): Display {
  let isDrawn = false;
  let latest = NOTHING;
  const phases = PHASES.filter((phase) => totals[phase] > 0);
  const bar = (phase: Phase) => {
    const filled = Math.floor((BAR_CELLS * latest[phase]) / totals[phase]);
    const cells = "█".repeat(filled).padEnd(BAR_CELLS, "░");
    return `  ${phase.padEnd(10)} ${cells} ${latest[phase]}/${totals[phase]}`;
  };
  // A line that wraps would be two lines to go back over.
  const cut = (line: string) => line.slice(0, screen.columns - 1);
  const draw = (note: string) => {
    const lines = [...phases.map(bar), note ? cut(`  ${note} …`) : ""];
    const back = isDrawn ? `\x1b[${lines.length}A` : "";
    screen.write(`${back}${lines.map((line) => `\x1b[2K${line}\n`).join("")}`);
    isDrawn = true;
  };
  return {
    counts: (counts) => {
      latest = counts;
      draw("");
    },
    note: draw,
    end: () => draw(""),
  };
}

/** Lines for a log: a repeated note is written once. */
function showTenths(screen: Screen, totals: PhaseCounts): Display {
  const phases = PHASES.filter((phase) => totals[phase] > 0);
  const lastPhase = phases.at(-1) ?? "compared";
  let tenthsShown = 0;
  let lastNote = "";
  return {
    counts: (counts) => {
      const tenths = Math.floor((10 * counts[lastPhase]) / totals[lastPhase]);
      if (tenths === tenthsShown) return;
      tenthsShown = tenths;
      const parts = phases.map((phase) => `${phase} ${counts[phase]}/${totals[phase]}`);
      screen.write(`  ${parts.join(" · ")}\n`);
    },
    note: (text) => {
      if (text !== lastNote) screen.write(`  ${text} …\n`);
      lastNote = text;
    },
    end: () => screen.write("\n"),
  };
}
