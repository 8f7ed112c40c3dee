import { expect, test } from "vitest";
import { rejectable } from "../pdf/load-pdfjs";
import { takeTurns } from "./take-turns";

const alive = () => new AbortController().signal;

test("pages are drawn one at a time, beginning with the one nearest to the wanted page", async () => {
  const turns = takeTurns();
  const drawn: number[] = [];
  const gate = rejectable();
  const draw = (page: number, until?: Promise<never>) =>
    turns.run(
      page,
      async () => {
        await until?.catch(() => undefined);
        drawn.push(page);
      },
      alive(),
    );
  const all = [draw(1, gate.promise), draw(2), draw(300), draw(299)];
  turns.want(300);
  gate.reject("open");
  await Promise.all(all);
  expect(drawn).toEqual([1, 300, 299, 2]);
});

test("a page scrolled past is never drawn, and a failing page does not block the others", async () => {
  const turns = takeTurns();
  const gate = rejectable();
  const passed = new AbortController();
  const failing = turns.run(1, () => gate.promise, alive());
  const never = turns.run(2, () => Promise.reject(new Error("was drawn")), passed.signal);
  const last = turns.run(3, async () => "drawn", alive());
  passed.abort(new Error("passed"));
  gate.reject(new Error("broken"));
  await expect(failing).rejects.toThrow("broken");
  await expect(never).rejects.toThrow("passed");
  expect(await last).toBe("drawn");
});
