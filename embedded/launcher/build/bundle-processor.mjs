// Bundles the program that reads strangers' files to one file, with the data that it may read beside it.
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const [, , file] = process.argv;
const folder = dirname(join(root, file));

mkdirSync(folder, { recursive: true });
for (const data of ["cmaps", "standard_fonts"]) {
  cpSync(join(root, "node_modules/pdfjs-dist", data), join(folder, data), { recursive: true });
}
await build({
  absWorkingDir: root,
  entryPoints: ["processor/main.ts"],
  outfile: join(root, file),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Half the size is half the time to load it.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  // Packages in the older module format ask for Node's own modules with `require`.
  banner: {
    js: 'import { createRequire as createRequireOfProcessor } from "node:module";const require = createRequireOfProcessor(import.meta.url);',
  },
  logLevel: "error",
});
