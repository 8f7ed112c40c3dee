import { LIMITS } from "./limits";
import { utf8Length } from "./utf8-length";

/** What is left of a document's text; one for all its pages and attachments. */
export interface TextBudget {
  /** Takes a word; false: it and all that follows stay unread. */
  take(word: string): boolean;
  readonly isSpent: boolean;
}

/** A budget for one document of which `bytesRead` bytes were read by earlier batches. */
export function createTextBudget(bytesRead = 0): TextBudget {
  let bytesLeft = LIMITS.textBytesMax - bytesRead;
  let wordsLeft: number = LIMITS.wordsMax;
  let isSpent = false;
  return {
    take(word) {
      // The space after the word counts, as it does in the text that is searched.
      bytesLeft -= utf8Length(word) + 1;
      wordsLeft -= 1;
      isSpent ||= bytesLeft < 0 || wordsLeft < 0;
      return !isSpent;
    },
    get isSpent() {
      return isSpent;
    },
  };
}
