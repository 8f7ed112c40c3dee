import { judge } from "@/lib/processing/rules/judge";
import type { JudgeInput, Judgement } from "@/lib/processing/rules/judgement";

/** Classifies a document's text and extracts its fields. */
export const judgeText = (input: JudgeInput): Judgement => judge(input);
