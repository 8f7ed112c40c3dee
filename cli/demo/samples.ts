import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError } from "../command/command-error";
import type { LocalFile } from "../external-system/local-file";

const require = createRequire(import.meta.url);

/** A real file from an unrelated source. */
export interface Sample extends LocalFile {
  readonly name: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/**
 * Test files of two dependencies, PDF first. Only the folders are listed, so that new files are included
 * automatically.
 */
const COLLECTIONS = [
  { of: () => require.resolve("pdf-parse/package.json"), folder: "test/data", type: ".pdf" },
  { of: () => require.resolve("mammoth/package.json"), folder: "test/test-data", type: ".docx" },
] as const;

/** Returns all samples. @throws CommandError if they are not installed */
export async function findSamples(): Promise<Sample[]> {
  try {
    return (await Promise.all(COLLECTIONS.map(readCollection))).flat();
  } catch (cause) {
    const sentence = "The sample files of pdf-parse and mammoth are missing";
    throw new CommandError(`${sentence}: run npm ci, then the demo again.`, { cause });
  }
}

async function readCollection({ of, folder, type }: (typeof COLLECTIONS)[number]) {
  const place = join(dirname(of()), folder);
  const names = (await readdir(place)).filter((name) => name.endsWith(type)).sort();
  return Promise.all(
    names.map(async (name): Promise<Sample> => {
      const path = join(place, name);
      const bytes = await readFile(path);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { path, name, sizeBytes: bytes.length, sha256 };
    }),
  );
}
