import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { cruise, ROOT } from "./cruise";
import { drawPictures, PRODUCT } from "./pictures";

const { modules } = await cruise(ROOT, PRODUCT);
for (const { file, svg } of await drawPictures(modules)) {
  await writeFile(file, svg);
  process.stdout.write(`Wrote ${relative(ROOT, file)}.\n`);
}
