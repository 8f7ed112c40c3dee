import { parseArgs } from "node:util";
import type { Command, Given, Parameters, Program } from "./command";
import { CommandError } from "./command-error";
import { renderUsage } from "./render-usage";

/** The command that was typed, with what was given for its parameters. */
export interface TypedCommand {
  readonly command: Command;
  readonly given: Given<Parameters>;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Reads a command line by a program's table. @throws CommandError that says what is missing or wrong */
export function readCommandLine(program: Program, args: readonly string[]): TypedCommand {
  const { commands } = program;
  const { values, positionals } = parse(program, args);
  const [name = "", ...words] = "" in commands ? ["", ...positionals] : positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw refusal(program);
  return { command, given: readGiven(program, command, { values, words }) };
}

function readGiven(
  program: Program,
  { parameters }: Command,
  { values, words }: { readonly values: Values; readonly words: string[] },
): Given<Parameters> {
  const operandCount = Object.values(parameters).filter(({ kind }) => kind === "operand").length;
  const isForeign = Object.keys(values).some((name) => !(name in parameters));
  if (isForeign || words.length > operandCount) throw refusal(program);
  const given: Record<string, string | boolean | undefined> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = parameter.kind === "operand" ? words.shift() : values[name];
    if (value === undefined && parameter.kind === "operand") {
      throw refusal(program, `The <${parameter.value}> is missing.`);
    }
    if (value === undefined && parameter.kind === "required") {
      throw refusal(program, `The option --${name} is missing.`);
    }
    given[name] = parameter.kind === "switch" ? value === true : value;
  }
  return given as Given<Parameters>;
}

/** Options may stand before the command's name, so those of all commands are known while it is looked for. */
function parse(program: Program, args: readonly string[]) {
  const options = Object.values(program.commands)
    .flatMap(({ parameters }) => Object.entries(parameters))
    .filter(([, { kind }]) => kind !== "operand")
    .map(([name, { kind }]) => [name, { type: kind === "switch" ? "boolean" : "string" }]);
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], options: Object.fromEntries(options), allowPositionals: true },
    });
    return { values: values as Values, positionals };
  } catch (cause) {
    // What Node says after its first sentence is advice for programmers.
    const [what = ""] = (cause instanceof Error ? cause.message : "").split(/\.?(?:\n|\. |$)/);
    throw refusal(program, `${what}.`, cause);
  }
}

const refusal = (program: Program, sentence = "", cause?: unknown) =>
  new CommandError(`${sentence && `${sentence}\n`}${renderUsage(program)}`, { cause });
