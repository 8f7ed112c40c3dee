import type { JudgeInput, Judgement } from "@/lib/processing/rules/judgement";

/** What a document is, as far as its text says; the rules of it come from `lib/processing/rules/judge.ts`. */
export function judgeText({ findings }: JudgeInput): Judgement {
  return {
    documentClass: "unknown",
    score: 0,
    alternatives: [],
    language: null,
    fields: [],
    findings,
  };
}
