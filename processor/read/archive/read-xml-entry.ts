import { createXmlFeed, type XmlHandler } from "../xml/parse-xml";
import type { Archive } from "./open-archive";

/** Thrown by a handler that has seen enough: the rest of the entry is not even unpacked. */
export class EnoughRead extends Error {}

/**
 * Parses an entry of an archive as XML, piece by piece; an entry that is not there is nothing.
 * @throws ReadError as the archive and the XML do
 */
export async function readXmlEntry(
  archive: Archive,
  name: string,
  handler: XmlHandler,
): Promise<void> {
  if (!archive.names.includes(name)) return;
  const feed = createXmlFeed(handler);
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of archive.read(name)) {
      decoder ??= decoderFor(chunk);
      feed.write(decoder.decode(chunk, { stream: true }));
    }
    feed.end();
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
}

function decoderFor([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return new TextDecoder(first === 0xfe && second === 0xff ? "utf-16be" : "utf-8");
}
