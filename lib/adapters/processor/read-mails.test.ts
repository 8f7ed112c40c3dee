import { describe, expect, test } from "vitest";
import { bundledProcessor } from "@/testing/bundled-processor";
import { aCiiInvoice } from "./testing/e-invoices.fixture";
import { makePdf } from "./testing/make-pdf.fixture";
import { prepareReader } from "./testing/prepare-reader.fixture";
import { linesOf } from "./testing/read-bytes.fixture";

const { read } = prepareReader(bundledProcessor);

const HEADERS = `From: =?utf-8?Q?J=C3=BCrgen_Nord?= <nord@example.com>
To: office@example.com
Date: Sun, 22 Nov 2026 00:30:00 +0100
Subject: =?iso-8859-1?Q?K=FCndigung?=
MIME-Version: 1.0
`;
const mail = (rest: string) => `${HEADERS}${rest}`.replaceAll("\n", "\r\n");
const SHOWN_HEADERS = [
  "From: | Jürgen Nord <nord@example.com>",
  "To: | office@example.com",
  "Date: | 2026-11-22 00:30",
  "Subject: | Kündigung",
];

/** Returns a MIME part. */
const part = (type: string, name: string, content: Buffer) =>
  `--b\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="${name}"\n\n${content.toString("base64").replace(/.{76}/g, "$&\n")}\n`;
const withAttachments = (...parts: string[]) =>
  mail(
    `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nAnbei.\n${parts.join("")}--b--\n`,
  );

describe("an email", () => {
  test("starts with its sender, recipients, date and subject", async () => {
    const body =
      "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe =\naus Kiel\n";
    const { format, pages } = await read(mail(body));
    expect(format).toBe("eml");
    expect(linesOf(pages[0])).toEqual([...SHOWN_HEADERS, "Grüße aus Kiel"]);
  });

  test("is read from its HTML if its plain text only points to the HTML", async () => {
    const html =
      "<table><tr><td>Rechnung</td><td>4711</td></tr></table><p>Vielen Dank für Ihre Bestellung bei uns.</p>";
    const body = `Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nHTML only\n--b\nContent-Type: text/html\n\n${html}\n--b--\n`;
    const { pages } = await read(mail(body));
    expect(linesOf(pages[0]).slice(4)).toEqual([
      "Rechnung | 4711",
      "Vielen Dank für Ihre Bestellung bei uns.",
    ]);
  });

  test("has its attachments as separate pages, named and marked", async () => {
    const pdf = await makePdf((page) => page.text("Rechnung Nr. 4711").addPage().text("Seite 2"));
    const { pages, pageCount, stated } = await read(
      withAttachments(
        part("application/octet-stream", "rechnung.pdf", pdf),
        part("text/plain", "notiz.txt", Buffer.from("Bis morgen")),
      ),
    );
    expect([pageCount, stated]).toEqual([4, null]);
    expect(
      pages.map(({ number, part: name, isAttachment }) => [number, name, isAttachment]),
    ).toEqual([
      [1, null, false],
      [2, "rechnung.pdf", true],
      [3, "rechnung.pdf", true],
      [4, "notiz.txt", true],
    ]);
    expect(linesOf(pages[1])).toEqual(["Rechnung Nr. 4711"]);
    expect(pages[1]?.size).not.toBeNull();
  });
});

describe("an email with attachments", () => {
  test("has the facts about each attachment on the attachment's first page", async () => {
    const pdf = await makePdf((page) => page.text("Rechnung Nr. 4711").addPage().text("Seite 2"));
    const inner = `${HEADERS}Content-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: text/plain\n\nAnbei.\n${part("application/pdf", "rechnung.pdf", pdf).replace("--b", "--c")}--c--\n`;
    const { pages } = await read(
      withAttachments(
        part("application/xml", "e.xml", Buffer.from(aCiiInvoice())),
        `--b\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename="alt.eml"\n\n${inner}`,
      ),
    );

    expect(pages.map(({ part: name, attachment }) => [name, attachment])).toMatchObject([
      [null, undefined],
      ["e.xml", { name: "e.xml", format: "invoice-xml", stated: { documentClass: "invoice" } }],
      ["alt.eml", { name: "alt.eml", format: "eml", stated: null }],
      ["alt.eml: rechnung.pdf", { name: "alt.eml: rechnung.pdf", format: "pdf", stated: null }],
      ["alt.eml: rechnung.pdf", undefined],
    ]);
  });

  test("is read even if the name of an attachment has control characters or ends within a character", async () => {
    const text = Buffer.from("Bis morgen");
    const { pages } = await read(
      withAttachments(
        part("text/plain", `${"x".repeat(254)}😀.txt`, text),
        part("text/plain", "a\u0001b\u0000.txt", text),
      ),
    );
    expect(pages.slice(1).map(({ attachment }) => attachment?.name)).toEqual([
      `${"x".repeat(254)}\ufffd`,
      "a b .txt",
    ]);
  });

  test("is read even if an attachment cannot be read, and the finding states the attachment's format", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");
    const broken = Buffer.from("%PDF-1.7 broken");
    const { pages, findings } = await read(
      withAttachments(
        part("image/png", "scan.png", png),
        part("application/pdf", "a.pdf", broken),
        part("application/pkcs7-signature", "smime.p7s", png),
      ),
    );
    expect(pages).toHaveLength(1);
    expect(findings).toEqual([
      {
        code: "attachment-not-read",
        parameters: { format: "image/png", reason: "format-not-read" },
      },
      { code: "attachment-not-read", parameters: { format: "application/pdf", reason: "corrupt" } },
    ]);
  });

  test("inside an email is an attachment with its own headers", async () => {
    const { pages } = await read(
      withAttachments(`--b\nContent-Type: message/rfc822\n\n${HEADERS}\nWeitergeleitet\n`),
    );
    expect(linesOf(pages[1])).toEqual([...SHOWN_HEADERS, "Weitergeleitet"]);
    expect(pages[1]?.isAttachment).toBe(true);
  });
});
