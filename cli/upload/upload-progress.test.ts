import { describe, expect, test } from "vitest";
import { createUploadProgress } from "./upload-progress";

const FILES = ["a.pdf", "b.pdf"].map((shownPath) => ({
  path: `/${shownPath}`,
  shownPath,
  sizeBytes: 4_000_000,
}));
const [A, B] = FILES;

test("a terminal shows one line per running file, with its bytes and speed, and redraws the line in place", () => {
  let nowMs = 0;
  const { screen, written } = fakeScreen(true);
  const progress = createUploadProgress(screen, FILES, () => nowMs);
  if (!A || !B) throw new Error("there are two files");
  progress.begin(A);
  progress.begin(B);
  nowMs = 2000;
  progress.move(A, { sentBytes: 2_000_000, totalBytes: 4_000_000 });

  expect(written.at(-1)).toBe(
    [
      "\x1b[3A\x1b[0J  ██████████░░░░░░░░░░ 2.0 MB of 4.0 MB, 1.0 MB/s  a.pdf",
      "  ░░░░░░░░░░░░░░░░░░░░ 0.0 kB of 4.0 MB, 0.0 kB/s  b.pdf",
      "  0 of 2 files",
      "",
    ].join("\n"),
  );

  progress.pause(pauseOf("Stagedoor does not answer (ECONNRESET)", 250));
  expect(written.at(-1)).toContain("0 of 2 files · Stagedoor does not answer (ECONNRESET); trying");

  progress.end({ file: A, result: "FAILED", uuid: null, problem: "no", seconds: 1 });
  expect(written.at(-1)).toMatch(/FAILED a\.pdf\n.*b\.pdf\n {2}1 of 2 files/);
});

test("a log has one plain line per finished file, and shows repeated notes only once", () => {
  const { screen, written } = fakeScreen(false);
  const progress = createUploadProgress(screen, FILES);
  if (!A) throw new Error("there are two files");
  progress.begin(A);
  progress.pause(pauseOf("busy", 250));
  progress.pause(pauseOf("busy", 500));
  progress.end({ file: A, result: "uploaded", uuid: "u", problem: null, seconds: 1 });
  progress.close();

  expect(written).toEqual(["  busy; trying again …\n", "  1/2 uploaded a.pdf (4.0 MB)\n"]);
});

describe("when the server has received too many requests", () => {
  test("a terminal counts down the seconds until uploads continue, whatever else is redrawn", () => {
    let nowMs = 0;
    const ticks: (() => void)[] = [];
    const { screen, written } = fakeScreen(true);
    const progress = createUploadProgress(
      screen,
      FILES,
      () => nowMs,
      (tick) => {
        ticks.push(tick);
        return () => void ticks.splice(0);
      },
    );
    const secondsShown = () => written.at(-1)?.match(/0 of 2 files.*/)?.[0];
    const goOn = (ms: number) => {
      nowMs += ms;
      for (const tick of [...ticks]) tick();
    };
    if (!A) throw new Error("there are two files");
    progress.begin(A);
    progress.pause(pauseOf("Stagedoor answered 429", 42_000, true));
    expect(secondsShown()).toBe("0 of 2 files · Too many requests; uploads continue in 42 s …");
    goOn(1_000);
    progress.move(A, { sentBytes: 1, totalBytes: 4_000_000 });
    progress.pause(pauseOf("Stagedoor answered 429", 40_000, true));
    expect(secondsShown()).toContain("continue in 41 s");
    goOn(40_500);
    expect(secondsShown()).toContain("continue in 1 s");
    goOn(500);
    expect(secondsShown()).toBe("0 of 2 files");
    expect(ticks).toEqual([]);
  });

  test("a log reports once when uploads continue", () => {
    let nowMs = 0;
    const { screen, written } = fakeScreen(false);
    const progress = createUploadProgress(screen, FILES, () => nowMs);
    progress.pause(pauseOf("Stagedoor answered 429", 42_000, true));
    nowMs = 300;
    progress.pause(pauseOf("Stagedoor answered 429", 41_700, true));
    nowMs = 42_000;
    progress.pause(pauseOf("Stagedoor answered 429", 60_000, true));

    expect(written).toEqual([
      "  Too many requests; uploads continue in 42 s …\n",
      "  Too many requests; uploads continue in 60 s …\n",
    ]);
  });
});

const pauseOf = (reason: string, waitMs: number, isRateLimit = false) => ({
  reason,
  waitMs,
  isRateLimit,
  isUnanswered: false,
});

function fakeScreen(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { screen: { write, isTTY, columns: 100 }, written };
}
