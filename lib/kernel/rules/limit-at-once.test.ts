import { expect, test } from "vitest";
import { limitAtOnce } from "./limit-at-once";

const refuse = () => new Error("too many");

/** Starts jobs that end when the test calls `end`. */
function startWork(count: number, inTurn: ReturnType<typeof limitAtOnce>) {
  const started: number[] = [];
  const ends: ((outcome: "done" | Error) => void)[] = [];
  const results = Array.from({ length: count }, (_, n) =>
    inTurn(() => {
      started.push(n);
      return new Promise<string>((resolve, reject) => {
        ends[n] = (outcome) => (outcome === "done" ? resolve(outcome) : reject(outcome));
      });
    }).catch((error: Error) => error.message),
  );
  return { started, results, end: (n: number, outcome: "done" | Error) => ends[n]?.(outcome) };
}

test("never runs more jobs at once than the maximum, and runs the waiting jobs in order", async () => {
  const { started, results, end } = startWork(4, limitAtOnce(2, 2, refuse));
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  end(1, "done");
  await results[1];
  expect(started).toEqual([0, 1, 2]);
  end(0, "done");
  await results[0];
  expect(started).toEqual([0, 1, 2, 3]);
  end(2, "done");
  end(3, "done");
  expect(await Promise.all(results)).toEqual(["done", "done", "done", "done"]);
});

test("a failed job frees its slot, and its error reaches only its own caller", async () => {
  const { started, results, end } = startWork(2, limitAtOnce(1, 1, refuse));
  await Promise.resolve();
  end(0, new Error("no memory"));
  expect(await results[0]).toBe("no memory");
  expect(started).toEqual([0, 1]);
  end(1, "done");
  expect(await results[1]).toBe("done");
});

test("a job beyond the maximum queue length is rejected and takes no slot", async () => {
  const { started, results, end } = startWork(4, limitAtOnce(1, 2, refuse));
  expect(await results[3]).toBe("too many");
  for (const n of [0, 1, 2]) {
    end(n, "done");
    expect(await results[n]).toBe("done");
  }
  expect(started).toEqual([0, 1, 2]);
});
