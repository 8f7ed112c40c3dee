import { describe, expect, test } from "vitest";
import { sniff } from "./sniff";

const bytes = (text: string) => Buffer.from(text, "latin1");
const padded = (hex: string) => Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(600, 7)]);

/** Creates a compound file whose directory contains these names. */
function compoundFile(...names: string[]): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(0, 48);
  file.writeUInt32LE(1, 76);
  for (const [index, name] of ["Root Entry", ...names].entries()) {
    const offset = 512 + index * 128;
    file.write(name, offset, "utf16le");
    file.writeUInt16LE(name.length * 2 + 2, offset + 64);
  }
  file.writeUInt32LE(0xfffffffe, 512 * 2);
  return file;
}

const FILES = [
  ["nothing", Buffer.alloc(0), "empty", "application/x-empty"],
  ["a PDF", bytes("%PDF-1.4\n"), "pdf", "application/pdf"],
  ["a PDF after other bytes", bytes(`${"x".repeat(900)}%PDF-1.4`), "pdf", "application/pdf"],
  ["a JPEG", padded("ffd8ffe0"), "other", "image/jpeg"],
  ["a HEIC", padded("000000186674797068656963"), "other", "image/heic"],
  ["an AutoCAD drawing", padded("414331303332"), "other", "image/vnd.dwg"],
  ["a Linux program", padded("7f454c46"), "executable", "application/x-elf"],
  ["a Windows program", padded("4d5a00"), "executable", "application/x-msdownload"],
  ["Word 97", compoundFile("WordDocument"), "other", "application/msword"],
  ["Excel 97", compoundFile("Workbook"), "other", "application/vnd.ms-excel"],
  [
    "an encrypted Office file",
    compoundFile("EncryptionInfo", "EncryptedPackage"),
    "encrypted",
    "application/vnd.ms-office.encrypted",
  ],
  [
    "an Outlook message",
    compoundFile("__properties_version1.0"),
    "other",
    "application/vnd.ms-outlook",
  ],
  ["rich text", bytes("{\\rtf1"), "other", "application/rtf"],
  ["a web page", bytes("<!DOCTYPE html><p>x"), "html", "text/html"],
  [
    "a web page with an XML declaration",
    bytes('<?xml version="1.0"?>\n<html xmlns="x">'),
    "html",
    "text/html",
  ],
  ["a drawing", bytes('<?xml version="1.0"?><svg xmlns="x"/>'), "other", "image/svg+xml"],
  [
    "an e-invoice without an XML declaration",
    bytes('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">'),
    "invoice-xml",
    "application/xml",
  ],
  [
    "an email",
    bytes("Received: from a\r\n by b\r\nSubject: x\r\nFrom: a@b\r\n\r\nHi"),
    "eml",
    "message/rfc822",
  ],
  [
    "an email in a mailbox file",
    bytes("From a@b Sun Nov 22\nFrom: a@b\nSubject: x\n\nHi"),
    "eml",
    "message/rfc822",
  ],
  [
    "a letter with a colon in its first line",
    bytes("Betreff: Kündigung\nSehr geehrte Frau Nord,\n"),
    "text",
    "text/plain",
  ],
  ["a table", bytes("a;b;c\n1;2;3\n4;5;6\n"), "csv", "text/csv"],
  ["prose with commas", bytes("Dear Ann,\nkind regards,\nBob, Kiel\n"), "text", "text/plain"],
  [
    "text that begins with MZ",
    bytes(`MZ is short for Mietzins. ${"x".repeat(100)}`),
    "text",
    "text/plain",
  ],
  [
    "text that begins with BM",
    bytes("BM Bau GmbH, Kiel, den 1. Februar 2026"),
    "text",
    "text/plain",
  ],
  ["bytes", Buffer.from([1, 2, 3, 0, 5]), "other", "application/octet-stream"],
] as const;

describe("the format of a file according to its content", () => {
  test.each(FILES)("%s", (_, file, kind, format) => {
    expect(sniff(file)).toMatchObject({ kind, format });
  });

  test("is identified even if the sectors of a compound file form a cycle", () => {
    const file = compoundFile("x");
    file.writeUInt32LE(0, 512 * 2);
    expect(sniff(file)).toEqual({ kind: "other", format: "application/x-cfb" });
  });
});
