import { dirname } from "node:path";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { ProgramCommand } from "@/lib/processing/rules/program-protocol";

/** How to start the program: a command and its arguments. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command line with the fewest rights that this Node can give: the reader may read the program and the data beside it, the judge
 * the program alone; neither may write, start programs or load native code. Node before 25 cannot take the network away. Where
 * there is a POSIX shell, the platform ends the program after `LIMITS.cpuSecondsOfProgramMax`, even when nobody watches it any more.
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
