/** Returns an XML element around content that is already XML. */
export function element(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join("")}</${name}>`;
}

/** Returns an XML element around text, which is escaped. */
export function textElement(name: string, text: string | number | boolean): string {
  return element(name, escapeXml(String(text)));
}

/** Returns a complete document with its XML declaration. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

// Control characters too: keys may contain them, and raw they would end the document for most parsers.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be escaped
const SPECIAL = /[<>&'"\u0000-\u001f\u007f]/g;

function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}
