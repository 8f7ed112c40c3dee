import { describe, expect, test } from "vitest";
import { LIMITS } from "../limits";
import { cutWord, wordsOf } from "./clean-text";
import { createTextBudget } from "./text-budget";

describe("the text of a document", () => {
  test("ends at its limit in UTF-8 bytes, counting a space after each word", () => {
    const budget = createTextBudget(LIMITS.textBytesMax - 12);
    expect([budget.take("für"), budget.take("10€"), budget.isSpent]).toEqual([true, true, false]);
    expect([budget.take("x"), budget.isSpent]).toEqual([false, true]);
  });

  test("ends at its word limit", () => {
    const budget = createTextBudget();
    for (let count = 0; count < LIMITS.wordsMax; count += 1) budget.take("a");
    expect(budget.isSpent).toBe(false);
    expect(budget.take("a")).toBe(false);
  });
});

describe("words", () => {
  test("are cleaned, and omitted if nothing is left", () => {
    expect(wordsOf(" Gru\u0308n\u0000 \u200b a\u00adb \ud83d\ude00\ud83d ")).toEqual([
      "Grün",
      "ab",
      "😀",
    ]);
  });

  test("that are too long are cut, but never inside a character", () => {
    const pieces = cutWord(`${"x".repeat(999)}😀y`);
    expect(pieces).toEqual(["x".repeat(999), "😀y"]);
  });
});
