import { SaxesParser } from "saxes";
import { LIMITS } from "@/lib/processing/rules/limits";
import { ReadError } from "../reading-context";

/** The attributes of an element, by local name. */
export type Attributes = Readonly<Record<string, string>>;

/** The events of an XML document. Names are local names, because writers choose the prefixes. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** An XML parser that receives its input in chunks. */
export interface XmlFeed {
  /**
   * Parses the next chunk.
   * @throws ReadError `corrupt` or `limit-exceeded`
   */
  write(text: string): void;
  /**
   * Ends the document.
   * @throws ReadError `corrupt`
   */
  end(): void;
}

/**
 * Creates a parser that never follows references: a document type declaration is rejected, and with it all entities.
 * Depth is limited.
 */
export function createXmlFeed(handler: XmlHandler): XmlFeed {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on("error", () => {
    throw new ReadError("corrupt", { format: "application/xml" });
  });
  parser.on("doctype", () => {
    throw new ReadError("corrupt", { format: "application/xml", reason: "doctype" });
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > LIMITS.xmlDepthMax) {
      throw new ReadError("limit-exceeded", { limit: "xml-depth", maximum: LIMITS.xmlDepthMax });
    }
    handler.open?.(localName(name), localAttributes(attributes));
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  return {
    write: (text) => void parser.write(text),
    end: () => void parser.close(),
  };
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function localAttributes(attributes: Readonly<Record<string, unknown>>): Attributes {
  const local: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(attributes)) {
    // A name without a prefix takes precedence over the same name with a prefix, such as `type` over `xsi:type`.
    const key = localName(name);
    if (key === name || !(key in local)) local[key] = String(value);
  }
  return local;
}
