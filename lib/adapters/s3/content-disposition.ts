/**
 * Returns a `Content-Disposition` that makes browsers save a file under its name and never show it. It contains an ASCII
 * name for old clients and the real name in UTF-8 (RFC 6266, RFC 8187).
 */
export function attachmentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/gu, "_").replace(/["\\%]/g, "_");
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
