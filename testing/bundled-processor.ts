import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROGRAM_FILE } from "@/lib/processing/rules/program-protocol";
import { ensureProcessorBundled } from "../embedded/launcher/build/ensure-built";

/** Bundles the file-reading program from the current sources. @returns its absolute path */
export async function bundledProcessor(): Promise<string> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const onWork = () => undefined;
  await ensureProcessorBundled({ root, signal: new AbortController().signal, onWork });
  return join(root, PROGRAM_FILE);
}
