import { limitAtOnce } from "@/lib/kernel/rules/limit-at-once";
import type { Processor } from "@/lib/processing/ports";
import type { JudgeInput, Judgement } from "@/lib/processing/rules/judging/judgement";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { BatchEnd, ProgramLine } from "@/lib/processing/rules/program-protocol";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import type {
  ReadFailure,
  ReadFailureCode,
  ReadOutcome,
} from "@/lib/processing/rules/reading/reading";
import { callProgram, type ProgramEnd } from "./call-program";
import { asProgramLine } from "./check-line";
import { createProgramPool } from "./program-pool";

/** The location of the program, and the limits on its resources. */
export interface IsolatedProcessorOptions {
  /** The absolute path of the bundle. */
  readonly program: string;
  /** Identifies the version that produced a result, such as `stagedoor/0.2.0`. */
  readonly version: string;
  /** The maximum number of files read at a time, and of documents classified at a time. Further calls wait. */
  readonly atOnceMax: number;
  /** The time after which an idle program is stopped. */
  readonly idleMs?: number;
  /**
   * The CPU time for one page, or for classifying one document. Only tests set a value, which is lower than the one in
   * `LIMITS`.
   */
  readonly cpuSecondsOfPageMax?: number;
  /** The time for one call. Only tests set a value, which is lower than the one in `LIMITS`. */
  readonly callSecondsMax?: number;
}

/** The number of concurrent runs is limited elsewhere, so having more waiting documents than this is our own fault. */
const WAITING_MAX = 10_000;

/**
 * Creates a processor that reads and classifies in separate programs. They have an empty environment, the fewest rights
 * that Node can give, a low priority and the limits in `LIMITS`. Programs are started when needed and reused for a
 * limited number of documents.
 */
export function createIsolatedProcessor(options: IsolatedProcessorOptions): Processor {
  const { program, version, atOnceMax, idleMs = LIMITS.idleSeconds * 1_000 } = options;
  const { cpuSecondsOfPageMax, callSecondsMax } = { ...LIMITS, ...options };
  const max = { cpuSecondsOfPage: cpuSecondsOfPageMax, seconds: callSecondsMax };
  const readers = createProgramPool(program, "read", idleMs);
  const judges = createProgramPool(program, "judge", idleMs);
  const inTurn = () =>
    limitAtOnce(atOnceMax, WAITING_MAX, () => new Error("Too many documents are waiting."));
  const [readInTurn, judgeInTurn] = [inTurn(), inTurn()];
  return {
    version,
    read: async (file) =>
      failureOfSize(file.sizeBytes) ??
      readInTurn(() => readers.use((reader) => readWith(reader, file, max))),
    judge: (input) => judgeInTurn(() => judges.use((judge) => judgeWith(judge, input, max))),
    async close() {
      await Promise.all([readers.close(), judges.close()]);
    },
  };
}

type Reader = Parameters<typeof callProgram>[0];
type File = Parameters<Processor["read"]>[0];
type Max = Parameters<typeof callProgram>[1]["max"];

/** Returns a failure if the size alone is reason enough, or null. */
function failureOfSize(sizeBytes: number): ReadFailure | null {
  const failed = (code: ReadFailure["code"], parameters: ReadFailure["parameters"]) =>
    ({ kind: "failure", code, parameters, findings: [] }) as const;
  if (sizeBytes === 0) return failed("file-empty", {});
  if (sizeBytes <= LIMITS.fileBytesMax) return null;
  return failed("too-large-to-read", { fileMegabytes: Math.round(sizeBytes / 1_000_000) });
}

async function readWith(reader: Reader, file: File, max: Max) {
  const { bytes, sizeBytes, firstPage, textBytesRead = 0 } = file;
  const pages: PageText[] = [];
  const answer: { end: BatchEnd | null; fault: string | null } = { end: null, fault: null };
  const ended = await callProgram(reader, {
    header: { sizeBytes, firstPage, textBytesRead },
    bytes,
    max,
    onLine(line) {
      const known = asProgramLine(line) ?? { fault: "an invalid answer" };
      if (!("page" in known)) return takeLast(known, answer);
      pages.push(known.page);
      return false;
    },
  });
  const outcome = outcomeOf(ended, answer, pages);
  return { result: outcome, isReusable: isHarmless(outcome) };
}

function takeLast(
  line: ProgramLine,
  answer: { end: BatchEnd | null; fault: string | null },
): boolean {
  if ("end" in line) answer.end = line.end;
  else answer.fault = "fault" in line ? line.fault : "an answer to another request";
  return true;
}

function outcomeOf(
  ended: ProgramEnd | null,
  { end, fault }: { end: BatchEnd | null; fault: string | null },
  pages: readonly PageText[],
): ReadOutcome {
  if (ended) return failureOfEnd(ended);
  if (end?.kind === "pages") return { ...end, pages };
  return (
    end ?? {
      kind: "failure",
      code: "processing-failed",
      parameters: { fault: fault ?? "unknown" },
      findings: [],
    }
  );
}

/** Failures that are detected from the first bytes, before the program parses any content of the file. */
const KNOWN_AT_ONCE: readonly string[] = ["format-not-read", "file-empty", "no-text"];

/**
 * Returns whether the program that read this file may read another one. It may not after most failures or after a file
 * that may be malicious.
 */
function isHarmless(outcome: ReadOutcome): boolean {
  if (outcome.findings.some(({ code }) => HOSTILE.includes(code))) return false;
  return outcome.kind === "pages" || KNOWN_AT_ONCE.includes(outcome.code);
}

const HOSTILE: readonly string[] = [
  "contains-javascript",
  "contains-launch-action",
  "contains-macros",
  "executable",
  "eicar-test-file",
];

async function judgeWith(judge: Reader, input: JudgeInput, max: Max) {
  const bytes = Buffer.from(JSON.stringify(input));
  const answer: { judgement: Judgement | null; fault: string } = {
    judgement: null,
    fault: "unknown",
  };
  const ended = await callProgram(judge, {
    header: { sizeBytes: bytes.length, firstPage: 1, textBytesRead: 0 },
    bytes: async () => pieces(bytes),
    max,
    onLine(line) {
      const known = asProgramLine(line);
      if (known && "judgement" in known) answer.judgement = known.judgement;
      else if (known && "fault" in known) answer.fault = known.fault;
      return true;
    },
  });
  if (ended) throw new Error(`The judge ended: ${JSON.stringify(ended)}.`);
  if (answer.judgement === null) throw new Error(`The judge failed: ${answer.fault}.`);
  return { result: answer.judgement, isReusable: true };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Returns the result for the file if the file caused the program to end, because another attempt would end the same way.
 * @throws Error if the machine was the cause: someone stopped the program, or it got hardly any CPU time. The engine then
 * retries the step a limited number of times, and after three failed runs in a row, the document goes to a reviewer.
 */
export function failureOfEnd(end: ProgramEnd): ReadFailure {
  if (end.kind === "exit") return failureOfExit(end);
  if (end.kind === "broken-line") {
    return failure("processing-failed", { fault: "a line that is not JSON" });
  }
  const { excess } = end;
  switch (excess.of) {
    case "memory":
      return failure("too-large-to-read", { megabytes: excess.megabytes });
    case "output":
      return failure("limit-exceeded", { limit: "output", megabytes: excess.megabytes });
    case "time":
      if (end.cpuSeconds !== null && end.cpuSeconds < CPU_SECONDS_OF_LATE_MIN) {
        throw new Error("The reading program timed out because it got hardly any CPU time.");
      }
      return failure("limit-exceeded", { seconds: excess.seconds });
    case "cpu":
      return failure("limit-exceeded", { seconds: excess.seconds });
  }
}

/** If a program used less CPU time than this before a timeout, it was waiting for a busy or suspended machine. */
const CPU_SECONDS_OF_LATE_MIN = LIMITS.callSecondsMax / 2;
/** The signals that people and service managers send, and that nothing in a file can cause. */
const SIGNALS_FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP"];

/** The signals that V8 ends with when its heap is full. Which one it is depends on the version and the platform. */
const HEAP_SIGNALS = ["SIGABRT", "SIGTRAP", "SIGILL"];
const ABORTED = 134;

function failureOfExit(end: Extract<ProgramEnd, { kind: "exit" }>): ReadFailure {
  const { signal, code, cpuSeconds } = end;
  const megabytes = Math.max(1, Math.round(end.peakMegabytes));
  // The platform's CPU limit sends `SIGKILL`. If the CPU time is not used up, the signal means that the machine ran out
  // of memory.
  const isCpuSpent = cpuSeconds > LIMITS.cpuSecondsOfProgramMax * 0.9;
  // A small program cannot have filled the memory: someone killed it, or the system killed it in place of a larger one.
  const isKilled = signal === "SIGKILL" && !isCpuSpent && megabytes < LIMITS.memoryMegabytesToReuse;
  if (isKilled || (signal !== null && SIGNALS_FROM_OUTSIDE.includes(signal))) {
    throw new Error(`The reading program was terminated by a signal (${signal}).`);
  }
  if (code === ABORTED || (signal !== null && HEAP_SIGNALS.includes(signal))) {
    return failure("too-large-to-read", { megabytes });
  }
  if (signal === "SIGXCPU" || (signal === "SIGKILL" && isCpuSpent)) {
    return failure("limit-exceeded", { seconds: Math.round(cpuSeconds) });
  }
  if (signal === "SIGKILL") return failure("too-large-to-read", { megabytes });
  return failure("processing-failed", { fault: `exit ${signal ?? code}` });
}

const failure = (code: ReadFailureCode, parameters: ReadFailure["parameters"]): ReadFailure => ({
  kind: "failure",
  code,
  parameters,
  findings: [],
});
