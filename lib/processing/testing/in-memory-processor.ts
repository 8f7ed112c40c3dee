import type { Processor } from "../ports";
import type { JudgeInput, Judgement } from "../rules/judging/judgement";
import type { PageText } from "../rules/reading/page-text";
import type { ReadFailure, ReadOutcome } from "../rules/reading/reading";

/**
 * A processor that reads UTF-8 text: each line is a page, two pages form a batch, and the first word decides the class.
 */
export interface InMemoryProcessor extends Processor {
  /** Makes later calls of `read` return this failure; null makes them return the text again. */
  failReading(code: ReadFailure["code"] | null): void;
  /** If false, makes `read` and `judge` reject, as if their program could not be started. */
  setAvailable(isAvailable: boolean): void;
  /** Sets a function that runs before each call returns. */
  doBefore(work: (call: "read" | "judge") => Promise<void>): void;
  /** How many times each method was called. */
  readonly calls: { read: number; judge: number };
  /** The input of each call of `judge`. */
  readonly judged: readonly JudgeInput[];
}

/** The number of pages in a batch, small enough for a short text to take several batches. */
const PAGES_A_BATCH = 2;

/** Creates a processor that reads every file. */
export function createInMemoryProcessor(): InMemoryProcessor {
  const calls = { read: 0, judge: 0 };
  const judged: JudgeInput[] = [];
  let failure: ReadFailure["code"] | null = null;
  let isAvailable = true;
  let before = async (_call: "read" | "judge") => undefined as unknown;
  const begin = async (call: "read" | "judge") => {
    calls[call] += 1;
    await before(call);
    if (!isAvailable) throw new Error("The processor of this test is switched off.");
  };
  return {
    calls,
    judged,
    version: "in-memory/1",
    async read({ bytes, firstPage }) {
      await begin("read");
      const text = await textOf(await bytes());
      if (failure !== null) return { kind: "failure", code: failure, parameters: {}, findings: [] };
      return readText(text, firstPage);
    },
    async judge(input) {
      await begin("judge");
      judged.push(input);
      return judgeText(input);
    },
    close: async () => undefined,
    failReading: (code) => {
      failure = code;
    },
    setAvailable: (value) => {
      isAvailable = value;
    },
    doBefore: (work) => {
      before = work;
    },
  };
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function readText(text: string, firstPage: number): ReadOutcome {
  const lines = text.split("\n");
  const last = Math.min(firstPage + PAGES_A_BATCH - 1, lines.length);
  const numbers = lines.map((_, index) => index + 1).slice(firstPage - 1, last);
  return {
    kind: "pages",
    format: "text",
    pageCount: lines.length,
    findings: [],
    stated: null,
    pages: numbers.map((number) => pageOf(number, lines[number - 1] ?? "")),
    nextPage: last < lines.length ? last + 1 : null,
  };
}

const pageOf = (number: number, line: string): PageText => ({
  number,
  part: null,
  isAttachment: false,
  size: null,
  lines: [[line.split(" ").map((text) => ({ text, bbox: null }))]],
});

function judgeText({ pages, findings }: JudgeInput): Judgement {
  const words = pages.flatMap((page) => page.lines.flat(2).map(({ text }) => text));
  const place = { page: 1, bbox: null, label: null, method: "label", check: null };
  return {
    documentClass: words[0] || "other",
    score: 0.9,
    alternatives: [],
    language: "en",
    fields: [
      { name: "words", value: words.join(" "), score: 0.5, text: words.join(" "), ...place },
    ],
    findings,
    attachments: [],
  };
}
