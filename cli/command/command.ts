/** What may or must follow a command: one word after its name, all further words, an option with a value, or a switch. */
export type Parameter =
  | {
      readonly kind: "operand" | "optional-operand" | "rest" | "required" | "optional";
      readonly value: string;
    }
  | { readonly kind: "switch" };

/** By their names in the command line. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** What was given for each parameter. */
export type Given<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name]["kind"] extends "switch"
    ? boolean
    : P[Name]["kind"] extends "rest"
      ? readonly string[]
      : P[Name]["kind"] extends "optional" | "optional-operand"
        ? string | undefined
        : string;
};

/** What a command answers: the text to print, or the exit code when it has printed for itself. */
export type CommandAnswer = string | number;

/** One row of a table of commands. */
export interface Command<P extends Parameters = Parameters> {
  /** What it does, a sentence for people. */
  readonly does: string;
  readonly parameters: P;
  run(given: Given<P>): Promise<CommandAnswer>;
}

/** The commands of one program by their names; a program with a single command calls it "". */
export interface Program {
  /** `npm run <name>`. */
  readonly name: string;
  readonly commands: Readonly<Record<string, Command>>;
  /** What else its usage says. */
  readonly note?: string;
  /** The exit code of a usage error, for which it prints its usage alone; absent: 1, and what is wrong before the usage. */
  readonly usageErrorCode?: number;
}

/** A word after the command's name; there can be one. */
export const operand = (value: string) => ({ kind: "operand", value }) as const;
/** A word after the command's name that may be left out. */
export const optionalOperand = (value: string) => ({ kind: "optional-operand", value }) as const;
/** All words that are left, one or more; the last of the words. */
export const rest = (value: string) => ({ kind: "rest", value }) as const;
/** An option that must be given. */
export const required = (value: string) => ({ kind: "required", value }) as const;
/** An option that may be given. */
export const optional = (value: string) => ({ kind: "optional", value }) as const;
/** An option without a value. */
export const SWITCH = { kind: "switch" } as const;

/** A row whose `run` gets what its parameters say. */
export const command = <P extends Parameters>(row: Command<P>): Command => row;
