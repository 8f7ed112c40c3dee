import { formatName } from "@/lib/processing/rules/formats/format-names";
import { FINDING_CODES, type FindingCode } from "@/lib/processing/rules/reading/reading";
import { formatCount } from "./format";

type Parameters = Readonly<Record<string, string | number>>;

/** A finding in words, with advice for everybody who uses the document, whatever their role. */
export interface FindingText {
  readonly title: string;
  readonly todo: string;
}

const READ_IT = "Read this part in the file itself.";

const field = ({ fieldLabel, field: name }: Parameters) => String(fieldLabel ?? name ?? "A value");
const plural = (count: string | number | undefined, one: string, many: string) =>
  Number(count) === 1 ? `1 ${one}` : `${formatCount(Number(count ?? 0))} ${many}`;
const range = ({ from, to }: Parameters) =>
  from === to ? `Page ${from}` : `Pages ${from} to ${to}`;
const areIs = ({ from, to }: Parameters) => (from === to ? "is" : "are");
const wasWere = ({ from, to }: Parameters) => (from === to ? "was" : "were");

const TEXTS: Readonly<Record<FindingCode, (parameters: Parameters) => FindingText>> = {
  "required-field-missing": (values) => ({
    title: `${field(values)} was not found`,
    todo: "Look for it in the file. The document usually states it.",
  }),
  "field-check-failed": (values) => ({
    title: `${field(values)} did not pass its check`,
    todo: "Compare it with the file: digits may be wrong, or sums may not add up.",
  }),
  "stated-total-not-printed": () => ({
    title: "The total in the e-invoice data is not printed on its pages",
    todo: "Do not pay until the sender has confirmed the amount.",
  }),
  "pages-not-read": (values) => ({
    title: `${range(values)} ${wasWere(values)} not read`,
    todo: READ_IT,
  }),
  "pages-not-readable": (values) => ({
    title: `${range(values)} ${areIs(values)} damaged`,
    todo: "Ask the sender for an intact file if you need these pages.",
  }),
  "pages-without-text": (values) => ({
    title: `${range(values)} ${areIs(values)} a scan or a picture`,
    todo: READ_IT,
  }),
  "text-not-read": () => ({ title: "Only the beginning of the text was read", todo: READ_IT }),
  "text-not-judged": () => ({
    title: "Class and fields come from the beginning of the text",
    todo: "Check that the rest does not contradict them.",
  }),
  "cells-not-read": ({ read }) => ({
    title: `Only the first ${formatCount(Number(read ?? 0))} cells were read`,
    todo: READ_IT,
  }),
  "sheets-not-read": ({ count }) => ({
    title: `${plural(count, "hidden sheet was", "hidden sheets were")} not read`,
    todo: "Show the hidden sheets in the file to read them.",
  }),
  "attachment-not-read": ({ format }) => ({
    title: `An attachment was not read: ${formatName(format)}`,
    todo: "Open the attachment to read it.",
  }),
  "attachments-not-read": ({ count }) => ({
    title: `${plural(count, "attachment was", "attachments were")} not read`,
    todo: "Open the attachments to read them.",
  }),
  "attachment-pages-not-read": ({ count }) => ({
    title: `${plural(count, "page of an attachment was", "pages of attachments were")} not read`,
    todo: READ_IT,
  }),
  "attachments-not-judged": ({ count }) => ({
    title: `${plural(count, "attachment was", "attachments were")} not classified`,
    todo: "Open the attachments to check them.",
  }),
  "contains-embedded-files": ({ count }) => ({
    title: `The file contains ${plural(count ?? 1, "other file", "other files")} that ${Number(count ?? 1) === 1 ? "was" : "were"} not read`,
    todo: "Open the embedded files only if you trust the sender.",
  }),
  "contains-macros": () => ({
    title: "The file contains macros",
    todo: "Do not enable macros unless you trust the sender.",
  }),
  "contains-javascript": () => ({
    title: "The PDF contains JavaScript",
    todo: "Open it only in a viewer that does not run scripts.",
  }),
  "contains-launch-action": () => ({
    title: "The PDF tries to start a program",
    todo: "Do not open it outside Stagedoor. Ask the sender about it.",
  }),
  executable: () => ({
    title: "The file is a program",
    todo: "Do not open it unless you expected a program.",
  }),
  "eicar-test-file": () => ({
    title: "The file is a test file for virus scanners",
    todo: "It is harmless.",
  }),
};

/** Returns a short name for all findings with a code, such as "Required field missing". */
export function findingLabel(code: string): string {
  const words = code.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the text for a finding. A finding from a different program or version is shown as its code. */
export function findingText({
  code,
  parameters,
}: {
  readonly code: string;
  readonly parameters: Parameters;
}): FindingText {
  const known = FINDING_CODES.find((each) => each === code);
  if (known) return TEXTS[known](parameters);
  return {
    title: `Finding: ${code.replaceAll("-", " ")}`,
    todo: "Check the file.",
  };
}
