import type { HostileFile } from "./hostile-pdfs.fixture";

const MEGABYTE = 1024 * 1024;
const HEADERS = "From: Ann <ann@example.com>\r\nSubject: Rechnung\r\n";

function nestedParts(depth: number): string {
  let body = "Content-Type: text/plain\r\n\r\nx";
  for (let level = 0; level < depth; level += 1) {
    body = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--\r\n`;
  }
  return HEADERS + body;
}

function nestedMessages(depth: number): string {
  let message = `${HEADERS}\r\nThe innermost message.`;
  for (let level = 0; level < depth; level += 1) {
    message = `${HEADERS}Content-Type: multipart/mixed; boundary="m${level}"\r\n\r\n--m${level}\r\n\r\nLevel ${level}\r\n--m${level}\r\nContent-Type: message/rfc822\r\n\r\n${message}\r\n--m${level}--\r\n`;
  }
  return message;
}

const manyParts = (count: number) =>
  `${HEADERS}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nHello\r\n".repeat(count)}--b--\r\n`;

const buffer = (text: string) => () => Buffer.from(text);

/** The test file for virus scanners. It is in two parts, so that scanners do not report this source file. */
const TEST_VIRUS = [
  "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR",
  "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
].join("-");

/** Generated malicious emails, HTML pages and texts. */
export const HOSTILE_TEXTS: readonly HostileFile[] = [
  { name: "parts 3,000 deep", make: buffer(nestedParts(3_000)), ends: ["limit-exceeded"] },
  {
    name: "messages 8 deep",
    make: buffer(nestedMessages(8)),
    ends: ["pages"],
    findings: ["attachment-not-read"],
  },
  { name: "10,000 parts", make: buffer(manyParts(10_000)), ends: ["pages", "limit-exceeded"] },
  {
    name: "a header of 20 MB",
    make: () => Buffer.from(`${HEADERS}X-A: ${"a ".repeat(10 * MEGABYTE)}\r\n\r\nHello`),
    ends: ["limit-exceeded"],
  },
  {
    name: "100,000 encoded words",
    make: buffer(`${HEADERS.replace("Rechnung", "=?utf-8?Q?=41?= ".repeat(20_000))}\r\nHello`),
    ends: ["pages", "limit-exceeded"],
  },
  {
    name: "100,000 addresses",
    make: buffer(`${HEADERS}To: ${"a@b.example, ".repeat(30_000)}\r\n\r\nHello`),
    ends: ["pages", "limit-exceeded"],
  },
  {
    name: "a mail in an encoding that does not exist",
    make: buffer(`${HEADERS}Content-Type: text/plain; charset=klingon\r\n\r\nGr\u00fc\u00dfe`),
    ends: ["pages"],
  },
  {
    name: "HTML 1 million deep",
    make: () => Buffer.from(`<html>${"<div>".repeat(1_000_000)}`),
    ends: ["limit-exceeded"],
  },
  {
    name: "tables that never end",
    make: () => Buffer.from(`<html>${"<table><tr><td>x".repeat(100_000)}`),
    ends: ["limit-exceeded"],
  },
  {
    name: "500,000 attributes",
    make: () =>
      Buffer.from(
        `<html><p ${Array.from({ length: 500_000 }, (_, index) => `a${index}=1`).join(" ")}>Hello</p>`,
      ),
    ends: ["pages"],
  },
  {
    name: "a comment that never ends",
    make: () => Buffer.from(`<html><p>Hello</p>${"<!--".repeat(1_000_000)}`),
    ends: ["pages"],
  },
  {
    name: "5 million entities",
    make: () => Buffer.from(`<html><p>${"&amp;".repeat(5_000_000)}`),
    ends: ["pages"],
  },
  {
    name: "a page that claims UTF-16",
    make: () => Buffer.from('<html><meta charset="utf-16"><p>Gr\xfc\xdfe</p>', "latin1"),
    ends: ["pages"],
  },
  {
    name: "50 MB in one line",
    make: () => Buffer.alloc(50 * MEGABYTE, "1234.5678,90 EUR "),
    ends: ["pages"],
    findings: ["text-not-read"],
  },
  {
    name: "20 MB without a space",
    make: () => Buffer.alloc(20 * MEGABYTE, "1"),
    ends: ["pages"],
    findings: ["text-not-read"],
  },
  {
    name: "20 MB of spaces",
    make: () => Buffer.concat([Buffer.alloc(20 * MEGABYTE, " "), Buffer.from("end")]),
    ends: ["pages"],
  },
  {
    name: "20 MB of line breaks",
    make: () => Buffer.alloc(20 * MEGABYTE, "\n"),
    ends: ["no-text"],
  },
  { name: "1 million form feeds", make: () => Buffer.alloc(2 * MEGABYTE, "a\f"), ends: ["pages"] },
  {
    name: "accents without end on one letter",
    make: () => Buffer.from(`a${"\u0301".repeat(2_000_000)}`),
    ends: ["pages"],
  },
  {
    name: "lone surrogates",
    make: () => Buffer.from(`\ufeffGuten \ud800 Tag \udc00\ud800!`.repeat(1_000), "utf16le"),
    ends: ["pages"],
  },
  {
    name: "zero bytes between words",
    make: () => Buffer.from(`Hello${" world".repeat(1_000)}\0 end\0`),
    ends: ["pages"],
  },
  {
    name: "a table of 1 million columns",
    make: () => Buffer.from(`${"1;".repeat(1_000_000)}\n${"2;".repeat(1_000_000)}\n`),
    ends: ["pages"],
  },
  {
    name: "a table of nothing but quotes",
    make: () => Buffer.from(`a;b\n${'"'.repeat(2_000_001)};"\n"x`),
    ends: ["pages"],
  },
  {
    name: "an e-invoice with entities",
    make: buffer(
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>&b;</ID></Invoice>',
    ),
    ends: ["corrupt"],
  },
  {
    name: "an e-invoice 10,000 deep",
    make: buffer(
      `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${"<A>".repeat(10_000)}`,
    ),
    ends: ["limit-exceeded"],
  },
  {
    name: "the test file of virus scanners",
    make: buffer(TEST_VIRUS),
    ends: ["pages"],
    findings: ["eicar-test-file"],
  },
  {
    name: "a Windows program",
    make: () => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]),
    ends: ["format-not-read"],
    findings: ["executable"],
  },
  {
    name: "a picture that is also HTML",
    make: buffer("GIF89a/*<html>*/=1;alert(1)"),
    ends: ["format-not-read"],
  },
];
