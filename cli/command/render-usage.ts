import type { Parameter, Program } from "./command";

const BEGIN = "Usage: ";

/** Renders how to call a program, one line per command. */
export function renderUsage({ name, commands, note }: Program): string {
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
