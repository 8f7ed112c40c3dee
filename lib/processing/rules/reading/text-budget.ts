import { LIMITS } from "../limits";
import { utf8Length } from "./utf8-length";

/** The remaining budget for a document's text, shared by all its pages and attachments. */
export interface TextBudget {
  /** Takes a word; returns false if this word and all following words stay unread. */
  take(word: string): boolean;
  readonly isSpent: boolean;
}

/** Creates a budget for one document, of which earlier batches have already read `bytesRead` bytes. */
export function createTextBudget(bytesRead = 0): TextBudget {
  let bytesLeft = LIMITS.textBytesMax - bytesRead;
  let wordsLeft: number = LIMITS.wordsMax;
  let isSpent = false;
  return {
    take(word) {
      // The space after the word counts, as it does in the searchable text.
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
