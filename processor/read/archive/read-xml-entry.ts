import { createXmlFeed, type XmlHandler } from "../xml/parse-xml";
import type { Archive } from "./open-archive";

/** Thrown by a handler that has read enough, so that the rest of the entry is not unpacked. */
export class EnoughRead extends Error {}

/**
 * Parses an archive entry as XML, chunk by chunk; a missing entry produces no events.
 * @throws ReadError from the archive or the XML parser
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
