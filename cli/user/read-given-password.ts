import type { Readable } from "node:stream";
import { CommandError } from "../command/command-error";

const BYTES_MAX = 4096;

/**
 * Reads the first line of a stream, without the line break that `echo` adds.
 * @throws CommandError if there is none, or if it is far longer than a password
 */
export async function readGivenPassword(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    byteCount += bytes.length;
    if (bytes.includes("\n") || byteCount > BYTES_MAX) break;
  }
  const [line = ""] = Buffer.concat(chunks).toString("utf8").split(/\r?\n/, 1);
  if (line === "") throw new CommandError("The first line of standard input contains no password.");
  if (byteCount <= BYTES_MAX || line.length < BYTES_MAX) return line;
  throw new CommandError("The first line of standard input is too long for a password.");
}
