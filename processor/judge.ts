import { judge } from "@/lib/processing/rules/judging/judge";
import type { JudgeInput, Judgement } from "@/lib/processing/rules/judging/judgement";

/** Classifies a document's text and extracts its fields. */
export const judgeText = (input: JudgeInput): Judgement => judge(input);
