import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { ROOT } from "./cruise";
import { drawPictures } from "./pictures";

for (const { file, svg } of await drawPictures()) {
  await writeFile(file, svg);
  process.stdout.write(`Wrote ${relative(ROOT, file)}.\n`);
}
