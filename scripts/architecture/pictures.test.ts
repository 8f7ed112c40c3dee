import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drawPictures } from "./pictures";

test("the diagrams in docs/architecture.md show the current imports (otherwise run `npm run architecture`)", {
  timeout: 60_000,
}, async () => {
  for (const { file, svg } of await drawPictures()) {
    expect(await readFile(file, "utf8"), file).toBe(svg);
  }
});
