import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import {
  parseStat,
  readMachineCpuMs,
  readTreePssBytes,
  readTreesCpuMs,
  treeOf,
} from "./process-trees";

test("spaces and brackets in a process name do not shift the fields, and the CPU time of exited children is included", () => {
  const stat = "7 (next (v16) x) S 3 7 7 0 -1 4194304 1 2 3 4 100 20 5 1 20 0 11 0 99";

  expect(parseStat(stat)).toEqual({ parentPid: 3, cpuMs: 1_260 });
});

test("a tree consists of a process and all its descendants", () => {
  const child = (parentPid: number) => ({ parentPid, cpuMs: 0 });
  const processes = new Map([
    [1, child(0)],
    [5, child(1)],
    [9, child(7)],
    [7, child(5)],
    [8, child(1)],
  ]);

  expect(treeOf(5, processes)).toEqual([5, 7, 9]);
  expect(() => treeOf(6, processes)).toThrow("process 6 has ended");
});

test.runIf(process.platform === "linux")(
  "the CPU time of a child counts in its tree even after the child has exited",
  async () => {
    const burn = "const end = performance.now() + 300; while (performance.now() < end);";
    const [before = 0] = readTreesCpuMs([process.pid]) ?? [];
    const child = spawn(process.execPath, ["-e", `${burn} process.stdin.resume()`]);
    onTestFinished(() => {
      child.kill();
    });
    const exited = once(child, "exit");
    expect(readTreePssBytes(child.pid ?? 0)).toBeGreaterThan(0);
    child.stdin.end();
    await exited;

    const [after = 0] = readTreesCpuMs([process.pid]) ?? [];
    expect(after - before).toBeGreaterThanOrEqual(100);
    expect(readMachineCpuMs()).toBeGreaterThanOrEqual(after - before);
  },
);
