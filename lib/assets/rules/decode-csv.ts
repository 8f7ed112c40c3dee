/** The text of a file, or the problem that prevents reading it and how to solve it. */
export type DecodedCsv =
  | { readonly text: string }
  | { readonly line: number | null; readonly problem: string };

const SAVE_AS =
  "In Excel, choose “Save As” and the type “CSV UTF-8 (Comma delimited)”, then select the new file here.";
const WORKBOOK = [0x50, 0x4b, 0x03, 0x04];
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Decodes UTF-8, with or without a byte order mark. It does not guess other encodings: a wrong guess would rename
 * thousands of assets.
 */
export function decodeCsv(bytes: Uint8Array): DecodedCsv {
  const beginsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
  if (beginsWith(WORKBOOK) || beginsWith(OLD_WORKBOOK)) {
    return { line: null, problem: `This is an Excel workbook, not a CSV file. ${SAVE_AS}` };
  }
  if (beginsWith([0xff, 0xfe]) || beginsWith([0xfe, 0xff])) {
    return { line: null, problem: `The file is in UTF-16. ${SAVE_AS}` };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const problem = `A character on this line is not UTF-8, perhaps because the file was saved as Windows-1252. ${SAVE_AS}`;
    return { line: lineOfFault(bytes), problem };
  }
}

/** Returns the line of the first byte that is not UTF-8, or of an earlier U+FFFD that the file itself contains. */
function lineOfFault(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.slice(0, text.indexOf("\ufffd")).split(/\r\n|\n|\r/).length;
}
