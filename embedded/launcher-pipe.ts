import type { Readable } from "node:stream";

const CONFIGURATION_BYTES_MAX = 1_048_576;

/**
 * Reads the configuration that the launcher writes as the first line of standard input, so that secrets do not appear on
 * a command line or in an environment that other processes can read. Discards everything after the line. Throws an error
 * if the pipe ends first, if the line is longer than 1 MiB, or if it is not JSON.
 */
export async function readLauncherConfiguration(input: Readable = process.stdin): Promise<unknown> {
  const line = await readFirstLine(input);
  // The end of the pipe shows that the launcher has died, but it is only reported while the pipe is being read.
  input.resume();
  try {
    return JSON.parse(line);
  } catch {
    // The cause is omitted on purpose: V8 quotes the text in its message, and the line contains secrets.
    throw new Error("The first line on standard input is not JSON.");
  }
}

/** Calls back once when the launcher's end of the pipe is closed, even if that has already happened. */
export function onLauncherGone(callback: () => void, input: Readable = process.stdin): void {
  let isCalled = false;
  const callOnce = () => {
    if (!isCalled) {
      isCalled = true;
      callback();
    }
  };
  if (input.readableEnded || input.destroyed) {
    queueMicrotask(callOnce);
    return;
  }
  input.once("end", callOnce).once("close", callOnce).once("error", callOnce);
  input.resume();
}

function readFirstLine(input: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (finish: () => void) => {
      input.off("data", onData).off("end", onEnd).off("error", onError);
      finish();
    };
    const onData = (chunk: Buffer) => {
      const end = chunk.indexOf("\n");
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
      bytes += chunk.length;
      if (end >= 0) {
        settle(() => resolve(Buffer.concat(chunks).toString("utf8")));
      } else if (bytes > CONFIGURATION_BYTES_MAX) {
        settle(() => reject(new Error("The configuration on standard input is too long.")));
      }
    };
    const onEnd = () =>
      settle(() => reject(new Error("Standard input ended before the configuration line.")));
    const onError = (error: Error) => settle(() => reject(error));
    input.on("data", onData).on("end", onEnd).on("error", onError);
  });
}
