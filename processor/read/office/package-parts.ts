import type { Archive } from "../archive/open-archive";
import { readXmlEntry } from "../archive/read-xml-entry";
import type { FindingList } from "../reading-context";

/** Returns the names of an Office file's entries whose content type ends with one of the endings, in archive order. */
export type PartsOf = (...endings: readonly string[]) => string[];

/** Reads the content types of an Office file's entries. */
export async function packageParts(archive: Archive): Promise<PartsOf> {
  const kinds = new Map<string, string>();
  await readXmlEntry(archive, "[Content_Types].xml", {
    open(name, { PartName, ContentType }) {
      if (name !== "Override" || !PartName || !ContentType) return;
      kinds.set(PartName.replace(/^\//, ""), ContentType);
    },
  });
  return (...endings) =>
    archive.names.filter((name) => endings.some((ending) => kinds.get(name)?.endsWith(ending)));
}

/** Adds findings for programs and files inside an Office file. */
export function findOfficeContent(archive: Archive, findings: FindingList): void {
  if (archive.names.some((name) => /(^|\/)vbaProject\.bin$/i.test(name))) {
    findings.add("contains-macros");
  }
  const embedded = archive.names.filter((name) => /\/embeddings\/.*\.bin$/i.test(name));
  if (embedded.length > 0) findings.add("contains-embedded-files", { count: embedded.length });
}
