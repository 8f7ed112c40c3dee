import { LIMITS } from "../limits";

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

/**
 * Returns the UTF-8 length of a well-formed string without encoding it, because a document has hundreds of thousands of
 * words.
 */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // Each half of a surrogate pair stands for two of its four bytes.
    else bytes += unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}
