import { describe, expect, test } from "vitest";
import { command, operand, optional, type Program, required, rest, SWITCH } from "./command";
import { readCommandLine, renderHelp } from "./run-program";

const run = async () => 0;
const PROGRAM: Program = {
  name: "thing",
  note: "A note.",
  commands: {
    make: command({
      does: "Makes a thing.",
      run,
      parameters: { name: required("<name>"), size: optional("<size>"), fast: SWITCH },
    }),
    drop: command({ does: "Drops a thing.", parameters: { id: operand("id") }, run }),
  },
};
const SINGLE: Program = {
  name: "single",
  commands: { "": command({ does: "Does it.", parameters: { all: SWITCH }, run }) },
};
const SEVERAL: Program = {
  name: "several",
  commands: {
    "": command({
      does: "Takes several.",
      run,
      parameters: { first: operand("first"), others: rest("others…"), fast: SWITCH },
    }),
  },
};
const USAGE = `Usage: npm run thing -- make --name <name> [--size <size>] [--fast]
       npm run thing -- drop <id>
A note.`;

describe("a command line", () => {
  test("is parsed according to the program's table, in any order", () => {
    const typed = readCommandLine(PROGRAM, ["--fast", "make", "--name", "a"]);
    expect(typed.command).toBe(PROGRAM.commands.make);
    expect(typed.input).toEqual({ name: "a", size: undefined, fast: true });
    expect(readCommandLine(PROGRAM, ["drop", "7"]).input).toEqual({ id: "7" });
  });

  test("needs no command name if there is only one command", () => {
    expect(readCommandLine(SINGLE, []).input).toEqual({ all: false });
    expect(readCommandLine(SINGLE, ["--all"]).input).toEqual({ all: true });
    expect(() => readCommandLine(SINGLE, ["all"])).toThrow("Usage: npm run single -- [--all]");
  });

  test("can have any number of words after the first, but at least one", () => {
    expect(readCommandLine(SEVERAL, ["a", "b", "--fast", "c"]).input).toEqual({
      first: "a",
      others: ["b", "c"],
      fast: true,
    });
    expect(() => readCommandLine(SEVERAL, ["a"])).toThrow(
      "The <others…> is missing.\nUsage: npm run several -- <first> <others…> [--fast]",
    );
  });

  test.each([[[]], [["a"]], [["a", "b", "--slow"]]])(
    "%j is rejected with only the usage if the program has an exit code for usage errors",
    (args) => {
      expect(() => readCommandLine({ ...SEVERAL, usageErrorCode: 2 }, args)).toThrow(
        /^Usage: npm run several -- <first> <others…> \[--fast\]$/,
      );
    },
  );

  test.each([
    [[], USAGE],
    [["toString"], USAGE],
    [["make", "more", "--name", "a"], USAGE],
    [["drop", "7", "--fast"], USAGE],
    [["drop"], `The <id> is missing.\n${USAGE}`],
    [["make"], `The option --name is missing.\n${USAGE}`],
    [["make", "--nmae", "a"], `Unknown option '--nmae'.\n${USAGE}`],
    [["make", "--name"], `Option '--name <value>' argument missing.\n${USAGE}`],
    [["make", "--name", "--fast"], `Option '--name' argument is ambiguous.\n${USAGE}`],
    [["make", "--fast=yes"], `Option '--fast' does not take an argument.\n${USAGE}`],
  ])("%j is rejected with the error and the usage", (args, sentence) => {
    const read = () => readCommandLine(PROGRAM, args);
    expect(read).toThrow(expect.objectContaining({ message: sentence, name: "CommandError" }));
  });
});

test("the help describes each command", () => {
  expect(renderHelp(PROGRAM)).toBe(`${USAGE}\n\nmake: Makes a thing.\ndrop: Drops a thing.\n`);
  expect(renderHelp(SINGLE)).toBe("Usage: npm run single -- [--all]\n\nDoes it.\n");
});
