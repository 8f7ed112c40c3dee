import { loadEnvironmentFile } from "@/lib/env/read-settings";
import type { CommandAnswer, Program } from "./command";
import { errorSentence } from "./error-sentence";
import { readCommandLine } from "./read-command-line";
import { renderHelp } from "./render-usage";
import { UsageError } from "./usage-error";

/**
 * Runs the typed command, prints its text, and sets this process's exit code: the command's own, the program's code for
 * usage errors, or 1 after any other error.
 */
export async function runProgram(program: Program): Promise<void> {
  try {
    const answer = await answerTo(program, process.argv.slice(2));
    if (typeof answer === "string") process.stdout.write(answer);
    else process.exitCode = answer;
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`);
    process.exitCode = error instanceof UsageError ? (program.usageErrorCode ?? 1) : 1;
  }
}

async function answerTo(program: Program, args: readonly string[]): Promise<CommandAnswer> {
  if (args.includes("--help")) return renderHelp(program);
  const { command, given } = readCommandLine(program, args);
  // The launcher reads the same file, so both use the same address and data folder.
  loadEnvironmentFile();
  return command.run(given);
}
