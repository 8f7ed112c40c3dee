import { loadEnvironmentFile, SettingsError } from "@/lib/env/read-settings";
import { readDemoOptions } from "./demo/demo-commands";
import { findStage } from "./demo/find-demo-receiver";
import { createNarrator } from "./demo/narrator";
import { findSamples } from "./demo/samples";
import { tellStory } from "./demo/show-notifications";
import { handInDocuments } from "./demo/upload-samples";
import { assertReachable } from "./external-system/assert-reachable";
import { CommandError } from "./external-system/command-error";

/**
 * Hands real PDF and DOCX files in as an external system would, knowing an address and an API key and nothing else: creates,
 * uploads, reports, reads back, downloads and compares. Beside a Stagedoor with its built-in receiver it also shows how every
 * change is told, through a failing receiver too. Exit code 1 when anything is not as promised.
 */
async function demo(args: readonly string[]): Promise<number> {
  const options = await readDemoOptions(args);
  const samples = await findSamples();
  await assertReachable(options.access);
  const narrator = createNarrator(process.stdout);
  const stage = await findStage(options);
  if (!("why" in stage)) return tellStory({ options, samples, stage, narrator });
  const isGood = await handInDocuments({ options, samples, narrator, scene: null, fetch });
  narrator.write(`\nDocuments only, without notifications. ${stage.why}\n`);
  return isGood ? 0 : 1;
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<number> {
  // The launcher reads the same file, so that both speak of the same address and folder.
  loadEnvironmentFile();
  return demo(process.argv.slice(2));
}

main().then(
  // At once: after an interruption, calls that stand still would keep the process.
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  },
);
