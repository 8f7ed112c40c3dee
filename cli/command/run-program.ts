import { parseArgs } from "node:util";
import { loadEnvironmentFile } from "@/lib/env/read-settings";
import type { Command, CommandAnswer, Input, Parameter, Parameters, Program } from "./command";
import { errorSentence, UsageError } from "./command-error";

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
  const { command, input } = readCommandLine(program, args);
  // The launcher reads the same file, so both use the same address and data folder.
  loadEnvironmentFile();
  return command.run(input);
}

/** The command that was typed, with its parameters. */
interface TypedCommand {
  readonly command: Command;
  readonly input: Input<Parameters>;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Parses a command line according to a program's table. @throws UsageError if something is missing or wrong */
export function readCommandLine(program: Program, args: readonly string[]): TypedCommand {
  const { commands } = program;
  const { values, positionals } = parse(program, args);
  const [name = "", ...words] = "" in commands ? ["", ...positionals] : positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw refusal(program);
  return { command, input: readInput(program, command, { values, words }) };
}

function readInput(
  program: Program,
  { parameters }: Command,
  { values, words }: { readonly values: Values; readonly words: string[] },
): Input<Parameters> {
  const isForeign = Object.keys(values).some((name) => !(name in parameters));
  if (isForeign || words.length > countWordsMax(parameters)) throw refusal(program);
  const input: Record<string, string | boolean | string[] | undefined> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = isWord(parameter) ? takeWords(parameter, words) : values[name];
    if (value === undefined && isNeeded(parameter)) {
      const what = parameter.kind === "required" ? `option --${name}` : `<${parameter.value}>`;
      throw refusal(program, `The ${what} is missing.`);
    }
    input[name] = parameter.kind === "switch" ? value === true : value;
  }
  return input as Input<Parameters>;
}

/** Options may precede the command name, so the options of all commands are accepted until the name is found. */
function parse(program: Program, args: readonly string[]) {
  const options = Object.values(program.commands)
    .flatMap(({ parameters }) => Object.entries(parameters))
    .filter(([, parameter]) => !isWord(parameter))
    .map(([name, { kind }]) => [name, { type: kind === "switch" ? "boolean" : "string" }]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(options),
      allowPositionals: true,
    });
    return { values: values as Values, positionals };
  } catch (cause) {
    // Only the first sentence of Node's message is used, because the rest is advice for programmers.
    const [what = ""] = (cause instanceof Error ? cause.message : "").split(/\.?(?:\n|\. |$)/);
    throw refusal(program, `${what}.`, cause);
  }
}

type NeededParameter = Extract<Parameter, { value: string }>;

const MAY_BE_LEFT_OUT: readonly Parameter["kind"][] = ["optional", "optional-operand", "switch"];
const WORDS: readonly Parameter["kind"][] = ["operand", "optional-operand", "rest"];

const isNeeded = (parameter: Parameter): parameter is NeededParameter =>
  !MAY_BE_LEFT_OUT.includes(parameter.kind);

const isWord = ({ kind }: Parameter) => WORDS.includes(kind);

function countWordsMax(parameters: Parameters): number {
  const words = Object.values(parameters).filter(isWord);
  return words.some(({ kind }) => kind === "rest") ? Number.POSITIVE_INFINITY : words.length;
}

/** Removes the words for this parameter from the front of `words` and returns them; undefined if no words are left. */
function takeWords({ kind }: Parameter, words: string[]): string | string[] | undefined {
  if (kind !== "rest" || words.length === 0) return words.shift();
  return words.splice(0);
}

function refusal(program: Program, sentence = "", cause?: unknown): UsageError {
  const problem = program.usageErrorCode === undefined && sentence ? `${sentence}\n` : "";
  return new UsageError(`${problem}${renderUsage(program)}`, { cause });
}

const BEGIN = "Usage: ";

/** Renders how to call a program, one line per command. */
function renderUsage({ name, commands, note }: Program): string {
  const calls = Object.entries(commands).map(([word, { parameters }]) => {
    const more = Object.entries(parameters).map(renderParameter);
    return [`npm run ${name} --`, word, ...more].filter(Boolean).join(" ");
  });
  return [`${BEGIN}${calls.join(`\n${" ".repeat(BEGIN.length)}`)}`, ...(note ? [note] : [])].join(
    "\n",
  );
}

/** Renders the usage and a description of each command. */
export function renderHelp(program: Program): string {
  const sentences = Object.entries(program.commands).map(([word, { does }]) =>
    word === "" ? does : `${word}: ${does}`,
  );
  return `${renderUsage(program)}\n\n${sentences.join("\n")}\n`;
}

function renderParameter([name, parameter]: readonly [string, Parameter]): string {
  switch (parameter.kind) {
    case "operand":
    case "rest":
      return `<${parameter.value}>`;
    case "optional-operand":
      return `[<${parameter.value}>]`;
    case "required":
      return `--${name} ${parameter.value}`;
    case "optional":
      return `[--${name} ${parameter.value}]`;
    case "switch":
      return `[--${name}]`;
  }
}
