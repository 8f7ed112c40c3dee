import { dirname } from "node:path";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { ProgramCommand } from "@/lib/processing/rules/program-protocol";

/** The command that starts the program, with its arguments. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Returns the command line with the fewest rights that this Node version can give: the reading program may read itself
 * and the data beside it, the classifying program only itself; neither may write, start programs or load native code.
 * Node before 25 cannot block network access. With a POSIX shell, the platform kills the program after
 * `LIMITS.cpuSecondsOfProgramMax`, even if nothing is watching it.
 */
export function programArguments(program: string, command: ProgramCommand): CommandLine {
  const readable = command === "read" ? `${dirname(program)}/*` : program;
  const args = [
    `--max-old-space-size=${LIMITS.heapMegabytesMax}`,
    "--disallow-code-generation-from-strings",
    "--no-warnings",
    ...permissions(readable),
    program,
    command,
  ];
  if (process.platform === "win32") return { command: process.execPath, args };
  const limited = `ulimit -c 0; ulimit -t ${LIMITS.cpuSecondsOfProgramMax}; exec "$0" "$@"`;
  return { command: "/bin/sh", args: ["-c", limited, process.execPath, ...args] };
}

function permissions(readable: string): string[] {
  const flags = process.allowedNodeEnvironmentFlags;
  const flag = ["--permission", "--experimental-permission"].find((name) => flags.has(name));
  return flag === undefined ? [] : [flag, `--allow-fs-read=${readable}`];
}
