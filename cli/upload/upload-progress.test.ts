import { expect, it } from "vitest";
import { createUploadProgress } from "./upload-progress";

const FILES = ["a.pdf", "b.pdf"].map((shownPath) => ({
  path: `/${shownPath}`,
  shownPath,
  sizeBytes: 4_000_000,
}));
const [A, B] = FILES;

it("a terminal has a line for each running file with its bytes and speed, drawn over itself", () => {
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

  progress.pause({ reason: "Stagedoor does not answer (ECONNRESET)", waitMs: 250 });
  expect(written.at(-1)).toContain("0 of 2 files · Stagedoor does not answer (ECONNRESET); trying");

  progress.end({ file: A, result: "FAILED", uuid: null, problem: "no", seconds: 1 });
  expect(written.at(-1)).toMatch(/FAILED a\.pdf\n.*b\.pdf\n {2}1 of 2 files/);
});

it("a log has a plain line for each file that ends, and a repeated note once", () => {
  const { screen, written } = fakeScreen(false);
  const progress = createUploadProgress(screen, FILES);
  if (!A) throw new Error("there are two files");
  progress.begin(A);
  progress.pause({ reason: "busy", waitMs: 250 });
  progress.pause({ reason: "busy", waitMs: 500 });
  progress.end({ file: A, result: "uploaded", uuid: "u", problem: null, seconds: 1 });
  progress.close();

  expect(written).toEqual(["  busy; trying again …\n", "  1/2 uploaded a.pdf (4.0 MB)\n"]);
});

function fakeScreen(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { screen: { write, isTTY, columns: 100 }, written };
}
