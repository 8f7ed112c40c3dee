import { type Attributes, createXmlFeed } from "../xml/parse-xml";

/** An element that contains text and no other element. */
export interface XmlLeaf {
  /** The local names of the elements from the root down, joined by `/`. */
  readonly path: string;
  readonly text: string;
  readonly attributes: Attributes;
}

const LEAVES_MAX = 50_000;
/** Longer text is a file in Base64. */
const TEXT_MAX = 10_000;
const SLICE_CHARACTERS = 64 * 1024;

/**
 * Returns the leaves of an XML document, in order.
 * @throws ReadError like `createXmlFeed`
 */
export function xmlLeaves(xml: string): XmlLeaf[] {
  const leaves: XmlLeaf[] = [];
  const path: string[] = [];
  const current = { text: "", attributes: {} as Attributes, isLeaf: false };
  const feed = createXmlFeed({
    open(name, attributes) {
      path.push(name);
      Object.assign(current, { text: "", attributes, isLeaf: true });
    },
    text(text) {
      if (current.text.length <= TEXT_MAX) current.text += text;
    },
    close() {
      const text = current.text.trim();
      if (current.isLeaf && text !== "" && text.length <= TEXT_MAX && leaves.length < LEAVES_MAX) {
        leaves.push({ path: path.join("/"), text, attributes: current.attributes });
      }
      path.pop();
      Object.assign(current, { text: "", isLeaf: false });
    },
  });
  for (let start = 0; start < xml.length; start += SLICE_CHARACTERS) {
    feed.write(xml.slice(start, start + SLICE_CHARACTERS));
  }
  feed.end();
  return leaves;
}
