import type { UploadProgress as Moved } from "@/lib/client/put-file";
import type { Pause } from "@/lib/client/retrying";
import { renderSize } from "../command/text-table";
import type { FoundFile } from "./find-files";
import type { FileOutcome } from "./upload-file";

/** Where progress is shown. */
export type Screen = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;

/** Shows the progress of the uploads. */
export interface UploadsProgress {
  begin(file: FoundFile): void;
  move(file: FoundFile, progress: Moved): void;
  end(outcome: FileOutcome): void;
  pause(pause: Pause): void;
  /** Ends the display; later output appears below it. */
  close(): void;
}

/** Calls `tick` every second until it is stopped. */
type EverySecond = (tick: () => void) => () => void;

/**
 * Creates the display: on a terminal one line per running file, redrawn in place; otherwise one plain line per finished
 * file.
 */
export function createUploadProgress(
  screen: Screen,
  files: readonly FoundFile[],
  nowMs: () => number = () => performance.now(),
  everySecond: EverySecond = (tick) => {
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  },
): UploadsProgress {
  return screen.isTTY
    ? showRunning(screen, files.length, { nowMs, everySecond })
    : showEnds(screen, files.length, nowMs);
}

/** Tracks when the server's pause ends. If there are several pauses, the latest end counts. */
function createRateLimit(nowMs: () => number) {
  let untilMs = Number.NEGATIVE_INFINITY;
  return {
    isOn: () => nowMs() < untilMs,
    extend: (waitMs: number) => {
      untilMs = Math.max(untilMs, nowMs() + waitMs);
    },
    sentence: () =>
      `Too many requests; uploads continue in ${Math.ceil((untilMs - nowMs()) / 1000)} s`,
  };
}

interface Running {
  readonly file: FoundFile;
  sentBytes: number;
  beganMs: number;
}

const BAR_CELLS = 20;
const REDRAW_MS = 100;

function showRunning(
  screen: Screen,
  total: number,
  { nowMs, everySecond }: { nowMs: () => number; everySecond: EverySecond },
): UploadsProgress {
  const rateLimit = createRateLimit(nowMs);
  let endTicks: (() => void) | null = null;
  const running = new Map<FoundFile, Running>();
  let linesDrawn = 0;
  let ended = 0;
  let note = "";
  let drawnMs = Number.NEGATIVE_INFINITY;
  // Lines are cut off, because a line that wraps would need two lines to redraw.
  const cut = (line: string) => line.slice(0, Math.max(20, screen.columns - 1));
  const draw = (above = "") => {
    const lines = [...running.values()].map((one) => renderRunning(one, nowMs()));
    const said = rateLimit.isOn() ? rateLimit.sentence() : note;
    const block = [...lines, `  ${ended} of ${total} files${said && ` · ${said} …`}`].map(cut);
    const back = linesDrawn > 0 ? `\x1b[${linesDrawn}A\x1b[0J` : "";
    screen.write(`${back}${above}${block.map((line) => `${line}\n`).join("")}`);
    linesDrawn = block.length;
    drawnMs = nowMs();
  };
  const endCountdown = () => {
    endTicks?.();
    endTicks = null;
  };
  const tick = () => {
    if (!rateLimit.isOn()) endCountdown();
    draw();
  };
  return {
    begin: (file) => {
      running.set(file, { file, sentBytes: 0, beganMs: nowMs() });
      draw();
    },
    move: (file, { sentBytes }) => {
      const one = running.get(file);
      if (one && sentBytes === 0) one.beganMs = nowMs();
      if (one) one.sentBytes = sentBytes;
      note = "";
      if (nowMs() - drawnMs >= REDRAW_MS) draw();
    },
    end: ({ file, result }) => {
      running.delete(file);
      ended += 1;
      draw(result === "FAILED" ? `${cut(`  FAILED ${file.shownPath}`)}\n` : "");
    },
    pause: ({ reason, waitMs, isRateLimit }) => {
      if (isRateLimit) {
        rateLimit.extend(waitMs);
        endTicks ??= everySecond(tick);
      } else note = `${reason}; trying again`;
      draw();
    },
    close: () => {
      endCountdown();
      draw();
    },
  };
}

function renderRunning({ file, sentBytes, beganMs }: Running, nowMs: number): string {
  const { sizeBytes, shownPath } = file;
  const filled = Math.floor((BAR_CELLS * sentBytes) / Math.max(1, sizeBytes));
  const bar = "█".repeat(filled).padEnd(BAR_CELLS, "░");
  const speed = sentBytes / Math.max(0.001, (nowMs - beganMs) / 1000);
  return `  ${bar} ${renderSize(sentBytes)} of ${renderSize(sizeBytes)}, ${renderSize(speed)}/s  ${shownPath}`;
}

/** Shows the end of each upload as one line in a log, without repeated notes. */
function showEnds(screen: Screen, total: number, nowMs: () => number): UploadsProgress {
  const rateLimit = createRateLimit(nowMs);
  let ended = 0;
  let lastNote = "";
  return {
    begin: () => undefined,
    move: () => undefined,
    end: ({ file, result }) => {
      ended += 1;
      screen.write(
        `  ${ended}/${total} ${result} ${file.shownPath} (${renderSize(file.sizeBytes)})\n`,
      );
    },
    pause: ({ reason, waitMs, isRateLimit }) => {
      if (isRateLimit) {
        const isNew = !rateLimit.isOn();
        rateLimit.extend(waitMs);
        if (isNew) screen.write(`  ${rateLimit.sentence()} …\n`);
        return;
      }
      if (reason !== lastNote) screen.write(`  ${reason}; trying again …\n`);
      lastNote = reason;
    },
    close: () => undefined,
  };
}
