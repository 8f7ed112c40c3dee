import { expect, test } from "vitest";
import { readStart } from "./read-start";

/** Returns an endless stream, and whether its reader has ended it. */
function endless() {
  let isEnded = false;
  async function* chunks() {
    try {
      for (;;) yield new TextEncoder().encode("aé");
    } finally {
      isEnded = true;
    }
  }
  return { source: chunks(), isEnded: () => isEnded };
}

test("an endless response is cut off and ended", async () => {
  const { source, isEnded } = endless();
  expect(await readStart(source, 4)).toBe("aéa");
  expect(isEnded()).toBe(true);
});

test("characters that arrive in pieces are put together", async () => {
  const [first = 0, second = 0] = new TextEncoder().encode("é");
  async function* pieces() {
    yield Uint8Array.of(first);
    yield Uint8Array.of(second);
  }
  expect(await readStart(pieces(), 100)).toBe("é");
});

test("a response without a body is empty", async () => {
  expect(await readStart(null, 100)).toBe("");
});
