/**
 * A parameter of a command: one word after the command name, all remaining words, an option with a value, or a switch.
 */
export type Parameter =
  | {
      readonly kind: "operand" | "optional-operand" | "rest" | "required" | "optional";
      readonly value: string;
    }
  | { readonly kind: "switch" };

/** The parameters, by their names on the command line. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The value of each parameter. */
export type Input<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name]["kind"] extends "switch"
    ? boolean
    : P[Name]["kind"] extends "rest"
      ? readonly string[]
      : P[Name]["kind"] extends "optional" | "optional-operand"
        ? string | undefined
        : string;
};

/** The result of a command: the text to print, or the exit code if it has printed its own output. */
export type CommandAnswer = string | number;

/** One row of a table of commands. */
export interface Command<P extends Parameters = Parameters> {
  /** A sentence that says what the command does. */
  readonly does: string;
  readonly parameters: P;
  run(input: Input<P>): Promise<CommandAnswer>;
}

/** The commands of one program by name. If a program has only one command, its name is "". */
export interface Program {
  /** `npm run <name>`. */
  readonly name: string;
  readonly commands: Readonly<Record<string, Command>>;
  /** Additional text for its usage. */
  readonly note?: string;
  /**
   * The exit code for usage errors, which then print only the usage. If absent, usage errors exit with 1 and print the
   * error and the usage.
   */
  readonly usageErrorCode?: number;
}

/** A required word after the command name; there can be only one. */
export const operand = (value: string) => ({ kind: "operand", value }) as const;
/** An optional word after the command name. */
export const optionalOperand = (value: string) => ({ kind: "optional-operand", value }) as const;
/** All remaining words, at least one. It must be the last parameter. */
export const rest = (value: string) => ({ kind: "rest", value }) as const;
/** An option that is required. */
export const required = (value: string) => ({ kind: "required", value }) as const;
/** An option that may be omitted. */
export const optional = (value: string) => ({ kind: "optional", value }) as const;
/** An option without a value. */
export const SWITCH = { kind: "switch" } as const;

/** Creates a command whose `run` receives typed parameters. */
export const command = <P extends Parameters>(row: Command<P>): Command => row;
