import { describe, expect, test } from "vitest";
import { isApiKeyName, isApiKeyText } from "./api-key";

describe("the text of an API key", () => {
  test.each([
    ["32 characters", "k".repeat(32)],
    ["200 characters", "k".repeat(200)],
    [
      "every printable character",
      Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(""),
    ],
    ["one we make", `sd_${"A-_9".repeat(11).slice(1)}`],
  ])("accepts %s", (_what, text) => {
    expect(isApiKeyText(text)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["31 characters", "k".repeat(31)],
    ["201 characters", "k".repeat(201)],
    ["a space", `${"k".repeat(31)} `],
    ["a line break at its end", `${"k".repeat(32)}\n`],
    ["a character outside ASCII", `${"k".repeat(32)}ü`],
    ["a control character", `${"k".repeat(32)}\x7f`],
  ])("rejects %s", (_what, text) => {
    expect(isApiKeyText(text)).toBe(false);
  });
});

describe("the name of an API key", () => {
  test.each(["scanner", "Größe №7", "\u200ba"])("accepts %j", (name) => {
    expect(isApiKeyName(name)).toBe(true);
  });

  test.each(["", " ", "\u200b", "\u3164", "\u2800 \ufe0f", "a\n", "x".repeat(101)])(
    "rejects %j",
    (name) => {
      expect(isApiKeyName(name)).toBe(false);
    },
  );
});
