import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drawPictures } from "./pictures";

test("the diagrams in docs/architecture.md show the current imports (otherwise run `npm run architecture`)", {
  // All imports are analysed again, which takes 15 s on a quiet machine and took more than 60 s on a busy one.
  timeout: 180_000,
}, async () => {
  for (const { file, svg } of await drawPictures()) {
    expect(await readFile(file, "utf8"), file).toBe(svg);
  }
});
