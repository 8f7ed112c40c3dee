/** The widths of the characters from space to `~` in Helvetica, in thousandths of the font size (Adobe's metrics). */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/** The width of most letters. */
const USUAL = 556;

/**
 * Returns which fraction of a text's width stands before each of its characters, and 1 after the last one. PDFs give the
 * width of a whole text, so the characters share it in proportion to a typical font.
 */
export function fractionsBefore(text: string, isMonospaced: boolean): readonly number[] {
  const sums = [0];
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum += isMonospaced ? USUAL : (HELVETICA[text.charCodeAt(index) - 32] ?? USUAL);
    sums.push(sum);
  }
  return sums.map((before) => before / Math.max(1, sum));
}
