import type { Block, DocumentPlan } from "./document-plan";
import type { SeededRandom } from "./seeded-random";

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  l: "1",
  i: "l",
  o: "0",
  e: "c",
  n: "ri",
  m: "rn",
  u: "ü",
  a: "ä",
  s: "5",
  t: "f",
};

/**
 * Returns a worse copy of a document: three words in a hundred outside field values have one misread letter, and one
 * paragraph in five is missing. Field values stay readable, so a value that is not found is a mistake in the extraction.
 */
export function degrade(plan: DocumentPlan, random: SeededRandom): DocumentPlan {
  const fieldText = Object.values(plan.fields).join(" ");
  const blocks = plan.blocks
    .filter((block) => !(isIdle(block, plan) && random.chance(0.2)))
    .map((block) => damage(block, fieldText, random));
  return { ...plan, blocks };
}

/** Returns whether a paragraph contains no field value. */
function isIdle(block: Block, { fields }: DocumentPlan): boolean {
  if (block.kind !== "text" || /\d/u.test(block.text)) return false;
  return !Object.values(fields).some((value) => block.text.includes(value));
}

function damage(block: Block, fieldText: string, random: SeededRandom): Block {
  if (block.kind !== "text" && block.kind !== "heading") return block;
  const text = block.text
    .split(" ")
    .map((word) => (isDamaged(word, fieldText, random) ? misread(word, random) : word))
    .join(" ");
  return { ...block, text };
}

function isDamaged(word: string, fieldText: string, random: SeededRandom): boolean {
  return /^\p{L}{4,}$/u.test(word) && !fieldText.includes(word) && random.chance(0.03);
}

function misread(word: string, random: SeededRandom): string {
  const index = random.between(1, word.length - 1);
  const letter = word[index] ?? "";
  return word.slice(0, index) + (LOOK_ALIKES[letter] ?? letter) + word.slice(index + 1);
}
