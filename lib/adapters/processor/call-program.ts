import { LIMITS } from "@/lib/processing/rules/limits";
import type { RequestHeader } from "@/lib/processing/rules/program-protocol";
import { measureProcess } from "./measure-process";
import type { BrokenBy } from "./read-lines";
import type { Program } from "./start-program";

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

/** The limit that a program exceeded, and how much it used, in seconds or megabytes. */
type Excess =
  | { readonly of: "memory" | "output"; readonly megabytes: number }
  | { readonly of: "cpu" | "time"; readonly seconds: number };

/** Watches the resources that one request uses. */
interface UseWatch {
  /** The limit that was exceeded; null if none was. */
  readonly excess: Excess | null;
  readonly peakMegabytes: number;
  /** The CPU time since the program started. */
  readonly cpuSeconds: number;
  /** The CPU time since the request started; null if the platform does not report it. */
  readonly cpuSecondsOfCall: number | null;
  /** Must be called after each page, because the CPU time for the next page is counted from there. */
  onProgress(): void;
  end(): void;
}

/** On platforms other than Linux, each check starts `ps` and blocks this process until `ps` has finished. */
const LOOK_EVERY_MS = process.platform === "linux" ? 100 : 1_000;
const MEGABYTE = 1024 * 1024;

/**
 * Kills a program that exceeds its limits on memory, CPU time per page, time or output. Limits that `max` does not
 * contain are taken from `LIMITS`.
 */
function watchUse(
  program: Program,
  outputBytes: () => number,
  max: { readonly cpuSecondsOfPage: number; readonly seconds: number },
): UseWatch {
  const startedMs = performance.now();
  const state = {
    excess: null as Excess | null,
    peakMegabytes: 0,
    cpuSeconds: 0,
    cpuAtPage: -1,
    cpuAtStart: null as number | null,
  };
  const look = () => {
    const use = measureProcess(program.pid);
    if (use) {
      state.peakMegabytes = Math.max(state.peakMegabytes, use.memoryMegabytes);
      state.cpuSeconds = use.cpuSeconds;
      state.cpuAtStart ??= use.cpuSeconds;
      if (state.cpuAtPage < 0) state.cpuAtPage = use.cpuSeconds;
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const excess = excessOf({
      megabytes: state.peakMegabytes,
      cpuSeconds: state.cpuSeconds - state.cpuAtPage,
      seconds,
      max,
      bytes: outputBytes(),
    });
    if (excess === null || program.hasEnded) return;
    state.excess ??= excess;
    program.kill();
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    get excess() {
      return state.excess;
    },
    get peakMegabytes() {
      return state.peakMegabytes;
    },
    get cpuSeconds() {
      return state.cpuSeconds;
    },
    get cpuSecondsOfCall() {
      return state.cpuAtStart === null ? null : state.cpuSeconds - state.cpuAtStart;
    },
    onProgress() {
      state.cpuAtPage = state.cpuSeconds;
    },
    end: () => clearInterval(timer),
  };
}

function excessOf(use: {
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly max: Parameters<typeof watchUse>[2];
}): Excess | null {
  const { megabytes, cpuSeconds, seconds, bytes, max } = use;
  const { memoryMegabytesMax, outputBytesMax } = LIMITS;
  if (megabytes > memoryMegabytesMax) return { of: "memory", megabytes: Math.round(megabytes) };
  if (cpuSeconds > max.cpuSecondsOfPage) return { of: "cpu", seconds: Math.round(cpuSeconds) };
  if (seconds > max.seconds) return { of: "time", seconds: Math.round(seconds) };
  if (bytes > outputBytesMax) return { of: "output", megabytes: Math.round(bytes / MEGABYTE) };
  return null;
}
