import { judge } from "@/lib/processing/rules/judge";
import type { JudgeInput, Judgement } from "@/lib/processing/rules/judgement";

/** What a document is, as far as its text says. */
export const judgeText = (input: JudgeInput): Judgement => judge(input);
