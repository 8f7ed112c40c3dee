import { LIMITS } from "@/lib/processing/rules/limits";
import type { RequestHeader } from "@/lib/processing/rules/program-protocol";
import type { BrokenBy } from "./read-lines";
import type { Program } from "./start-program";
import { type Excess, watchUse } from "./watch-use";

/** A request to a program. */
export interface ProgramCall {
  readonly header: RequestHeader;
  readonly bytes: () => Promise<AsyncIterable<Uint8Array>>;
  /** Handles one line. Returns true if it is the last line of this request. */
  readonly onLine: (line: unknown) => boolean;
  readonly max: {
    /** The maximum CPU time in seconds between two lines. */
    readonly cpuSecondsOfPage: number;
    /** The maximum duration of the whole request. */
    readonly seconds: number;
  };
}

/** The reason why a program ended during a request. */
export type ProgramEnd =
  | {
      readonly kind: "excess";
      readonly excess: Excess;
      readonly peakMegabytes: number;
      /** The CPU time that this request used; null if the platform does not report it. */
      readonly cpuSeconds: number | null;
    }
  | {
      readonly kind: "exit";
      readonly signal: string | null;
      readonly code: number | null;
      readonly peakMegabytes: number;
      readonly cpuSeconds: number;
    }
  /** The program was killed because it wrote a line that is not JSON. */
  | { readonly kind: "broken-line" };

/**
 * Makes one request and waits for its last line, within the limits. Resolves with null, or with the reason why the
 * program ended; a program that exceeds a limit is killed.
 * @throws Error if the file's bytes do not arrive in full; the program is then killed too, because it is still waiting
 * for them
 */
export async function callProgram(program: Program, call: ProgramCall): Promise<ProgramEnd | null> {
  const outputBefore = program.lines.bytesRead;
  const watch = watchUse(program, () => program.lines.bytesRead - outputBefore, call.max);
  const sending = send(program, call).then(
    () => null,
    (error: unknown) => {
      program.kill();
      return { error };
    },
  );
  try {
    const isAnswered = await takeLines(program, call, watch.onProgress);
    if (!isAnswered) program.kill();
    const { code, signal } = isAnswered ? NOT_ENDED : await program.ended;
    const { excess, peakMegabytes, cpuSeconds, cpuSecondsOfCall } = watch;
    const late = excess?.of === "time" ? lateAfter(call.max.seconds) : null;
    const failure = await settledOr(sending, late, program);
    if (failure) throw new Error("The bytes of the file did not arrive.", { cause: failure.error });
    if (isAnswered) return null;
    if (excess) return { kind: "excess", excess, peakMegabytes, cpuSeconds: cpuSecondsOfCall };
    if (program.lines.brokenBy) return brokenEnd(program.lines.brokenBy, peakMegabytes);
    return { kind: "exit", code, signal, peakMegabytes, cpuSeconds };
  } finally {
    watch.end();
  }
}

/** Returns the reason why we killed a program, regardless of the signal that ended the program. */
function brokenEnd(by: BrokenBy, peakMegabytes: number): ProgramEnd {
  if (by === "not-json") return { kind: "broken-line" };
  const megabytes = Math.round(LIMITS.outputBytesMax / 1024 / 1024);
  return { kind: "excess", excess: { of: "output", megabytes }, peakMegabytes, cpuSeconds: null };
}

const NOT_ENDED = { code: null, signal: null };
type SendFailure = { readonly error: unknown };
const lateAfter = (seconds: number): SendFailure => ({
  error: new Error(`Not complete after ${seconds} seconds.`),
});

/** Returns the result of sending the file, or `otherwise` if the source is still stalled when the program has ended. */
async function settledOr(
  sending: Promise<SendFailure | null>,
  otherwise: SendFailure | null,
  { ended }: Program,
): Promise<SendFailure | null> {
  const stalled = ended
    .then(() => new Promise((resolve) => setImmediate(resolve)))
    .then(() => otherwise);
  return Promise.race([sending, stalled]);
}

async function takeLines(program: Program, { onLine }: ProgramCall, onProgress: () => void) {
  for (;;) {
    const line = await program.lines.next();
    if (line === undefined) return false;
    onProgress();
    if (onLine(line)) return true;
  }
}

/**
 * Sends a request and the bytes of its file. @throws Error if the source fails or the number of bytes differs from the
 * stated size
 */
async function send(program: Program, { header, bytes }: ProgramCall): Promise<void> {
  const { input } = program;
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  input.write(Buffer.concat([length, text]));
  let sent = 0;
  for await (const chunk of await bytes()) {
    sent += chunk.length;
    if (sent > header.sizeBytes) break;
    if (program.hasEnded) return;
    if (!input.write(chunk)) await drained(program);
  }
  if (sent !== header.sizeBytes) {
    throw new Error(`The file does not have the expected ${header.sizeBytes} bytes.`);
  }
}

/** Waits until more can be written or the program has ended. */
async function drained({ input, ended }: Program): Promise<void> {
  await Promise.race([new Promise((resolve) => input.once("drain", resolve)), ended]);
}
