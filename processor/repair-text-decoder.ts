/** The bytes 0x80 to 0x9F in Windows-1252, as browsers read them; five of them are unassigned. */
const CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Makes `TextDecoder` read Windows-1252, which is also used for ISO 8859-1. Some versions of Node read it as Latin-1
 * (nodejs/node#56542), in which the euro sign and dashes are control characters. Does nothing if Node is correct.
 */
export function repairTextDecoder(): void {
  if (new TextDecoder("windows-1252").decode(new Uint8Array([0x80])) === "€") return;
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function decodeRepaired(this: TextDecoder, ...input) {
    const text = decode.apply(this, input);
    if (this.encoding !== "windows-1252") return text;
    return text.replace(
      /[\u0080-\u009f]/g,
      (control) => CHARACTERS[control.charCodeAt(0) - 0x80] ?? control,
    );
  };
}
