/** The names of formats that people send, in everyday words and with an article. */
const NAMES: Readonly<Record<string, string>> = {
  "application/epub+zip": "an e-book (EPUB)",
  "application/gzip": "a GZIP archive",
  "application/java-vm": "a Java program",
  "application/msword": "a Word 97–2003 document (DOC)",
  "application/octet-stream": "a file in an unknown format",
  "application/pdf": "a PDF",
  "application/postscript": "a PostScript file",
  "application/rtf": "a rich text file (RTF)",
  "application/vnd.android.package-archive": "an Android app",
  "application/vnd.ms-cab-compressed": "a CAB archive",
  "application/vnd.ms-excel": "an Excel 97–2003 spreadsheet (XLS)",
  "application/vnd.ms-excel.sheet.binary.macroenabled.12": "a binary Excel spreadsheet (XLSB)",
  "application/vnd.ms-outlook": "an Outlook message (MSG)",
  "application/vnd.ms-powerpoint": "a PowerPoint 97–2003 presentation (PPT)",
  "application/vnd.ms-tnef": "an Outlook attachment (winmail.dat)",
  "application/vnd.oasis.opendocument.graphics": "an OpenDocument drawing (ODG)",
  "application/vnd.oasis.opendocument.presentation": "an OpenDocument presentation (ODP)",
  "application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument spreadsheet (ODS)",
  "application/vnd.oasis.opendocument.text": "an OpenDocument text document (ODT)",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation":
    "a PowerPoint presentation (PPTX)",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
    "an Excel spreadsheet (XLSX)",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
    "a Word document (DOCX)",
  "application/vnd.rar": "a RAR archive",
  "application/vnd.sqlite3": "an SQLite database",
  "application/vnd.visio": "a Visio drawing",
  "application/vnd.wordperfect": "a WordPerfect document",
  "application/x-7z-compressed": "a 7-Zip archive",
  "application/x-bzip2": "a BZIP2 archive",
  "application/x-cfb": "an older Office file",
  "application/x-elf": "a Linux program",
  "application/x-mach-binary": "a macOS program",
  "application/x-ms-shortcut": "a Windows shortcut",
  "application/x-msdownload": "a Windows program",
  "application/x-tar": "a TAR archive",
  "application/x-xz": "an XZ archive",
  "application/xml": "an XML file",
  "application/zip": "a ZIP archive",
  "image/avif": "an image (AVIF)",
  "image/bmp": "an image (BMP)",
  "image/gif": "an image (GIF)",
  "image/heic": "an image (HEIC)",
  "image/heif": "an image (HEIF)",
  "image/jp2": "an image (JPEG 2000)",
  "image/jpeg": "an image (JPEG)",
  "image/png": "an image (PNG)",
  "image/svg+xml": "a drawing (SVG)",
  "image/tiff": "an image (TIFF)",
  "image/vnd.dwg": "an AutoCAD drawing (DWG)",
  "image/vnd.dxf": "an AutoCAD drawing (DXF)",
  "image/webp": "an image (WebP)",
  "message/rfc822": "an email",
  "text/html": "a web page (HTML)",
};

/** Returns the everyday name of a format with its article, such as `a ZIP archive`. */
export function formatName(mediaType: string | number | undefined): string {
  const type = String(mediaType ?? "application/octet-stream");
  if (Object.hasOwn(NAMES, type) && NAMES[type]) return NAMES[type];
  if (type.startsWith("video/")) return "a video";
  if (type.startsWith("audio/")) return "an audio file";
  return `a file of type ${type}`;
}
