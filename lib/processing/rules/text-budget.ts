import { LIMITS } from "./limits";

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

/** The length of a well-formed text in UTF-8. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // Each half of a pair is two of its four bytes.
    else bytes += unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}
