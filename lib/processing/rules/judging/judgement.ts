import type { ExtractedField } from "@/lib/documents/rules/classification";
import type { BoundingBox, PageText, ReadFormat, StatedFacts } from "../reading/page-text";
import type { Finding } from "../reading/reading";

/** The ways in which a field's value can be written and checked. */
export const FIELD_TYPES = [
  "text",
  "party",
  "date",
  "amount",
  "currency",
  "decimal",
  "iban",
  "vat-id",
  "identifier",
] as const;

/** How a field's value is written and checked. */
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of a class. */
export interface FieldDefinition {
  /** In camel case, such as `invoiceNumber`. */
  readonly name: string;
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** The field's names; they are also its labels in documents of an installation's own class. */
  readonly labels: { readonly en: readonly string[]; readonly de: readonly string[] };
}

/** A class of documents: shipped, or added by an installation. */
export interface DocumentClass {
  /** Kebab-case, such as `lease-amendment`. */
  readonly id: string;
  readonly labels: { readonly en: string; readonly de: string };
  readonly isShipped: boolean;
  /** An inactive class is never chosen. */
  readonly isActive: boolean;
  /**
   * Words and phrases that are evidence for the class; empty for a shipped class, whose evidence is part of the program.
   */
  readonly keywords: readonly string[];
  readonly fields: readonly FieldDefinition[];
}

/** A party that the installation already knows, from its assets or from documents approved here. */
export interface KnownParty {
  readonly name: string;
  /** The fields in which the party was approved before, such as `tenant` or `issuer`; empty if it comes from an asset. */
  readonly roles: readonly string[];
}

/**
 * Everything that classification may use: the text, the vocabulary and what the installation knows, but never the bytes.
 */
export interface JudgeInput {
  readonly format: ReadFormat;
  readonly pageCount: number;
  readonly pages: readonly PageText[];
  readonly stated: StatedFacts | null;
  readonly findings: readonly Finding[];
  readonly classes: readonly DocumentClass[];
  readonly knownParties: readonly KnownParty[];
}

/** A field with everything known about it (docs/processing.md). */
export interface JudgedField extends ExtractedField {
  /** The box around the words of the value; null if the format has no visual pages. */
  readonly bbox: BoundingBox | null;
  /** The label next to the value, as written; null if no label led to it. */
  readonly label: string | null;
  /** How the value was found, such as `label`, `letterhead`, `known-party` or `e-invoice`. */
  readonly method: string;
  /**
   * The result of the check for this kind of value, such as the check digits of an IBAN; null if there is no such check.
   */
  readonly check: "passed" | "failed" | null;
}

/** The class, language and fields of a text, as far as it shows them. */
export interface JudgedText {
  readonly documentClass: string;
  /** A number from 0 to 1. */
  readonly score: number;
  /** At most three of the next best classes, best first. */
  readonly alternatives: readonly { readonly documentClass: string; readonly score: number }[];
  /** A BCP 47 tag such as `de`; null if there is too little text. */
  readonly language: string | null;
  readonly fields: readonly JudgedField[];
  /** Findings from reading and from classification. */
  readonly findings: readonly Finding[];
}

/** An attachment of an email, judged as if it were a document of its own. The pages of its fields are those of the email. */
export interface JudgedAttachment extends JudgedText {
  /** The attachment's name, after the name of the attached email that contains it, if any. */
  readonly name: string;
  /** The number of its pages that were read. */
  readonly pages: number;
}

/** The judgement of a whole document. The class, fields and findings of an email do not change with `attachments`. */
export interface Judgement extends JudgedText {
  /** Empty unless the document is an email with attachments that were read. */
  readonly attachments: readonly JudgedAttachment[];
}
