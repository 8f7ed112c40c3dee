import type { ExtractedField } from "@/lib/documents/rules/classification";
import type { BoundingBox, PageText } from "./page-text";
import type { Finding, ReadFormat, StatedFacts } from "./reading";

/** How a value of a field may be written and checked. */
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

/** How a value of a field is written and checked. */
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of a class. */
export interface FieldDefinition {
  /** In camel case, such as `invoiceNumber`. */
  readonly name: string;
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** What people call it, and what stands before it in documents of an installation's own class. */
  readonly labels: { readonly en: readonly string[]; readonly de: readonly string[] };
}

/** A class of documents: a shipped one, or one that an installation added. */
export interface DocumentClass {
  /** Kebab-case, such as `lease-amendment`. */
  readonly id: string;
  readonly labels: { readonly en: string; readonly de: string };
  readonly isShipped: boolean;
  /** A class that is switched off is never the answer. */
  readonly isActive: boolean;
  /** Words and phrases that speak for it; of a shipped class they are part of the program, and this is empty. */
  readonly keywords: readonly string[];
  readonly fields: readonly FieldDefinition[];
}

/** A party that this installation knows already: from its assets, or from documents that were approved here. */
export interface KnownParty {
  readonly name: string;
  /** Fields as which it was approved before, such as `tenant` or `issuer`; empty for what an asset says. */
  readonly roles: readonly string[];
}

/** All that judging may know: text, vocabulary and what the installation knows, never bytes. */
export interface JudgeInput {
  readonly format: ReadFormat;
  readonly pageCount: number;
  readonly pages: readonly PageText[];
  readonly stated: StatedFacts | null;
  readonly findings: readonly Finding[];
  readonly classes: readonly DocumentClass[];
  readonly knownParties: readonly KnownParty[];
}

/** A field with everything that is known about it (DESIGN 10). */
export interface JudgedField extends ExtractedField {
  /** Of the words that it came from; null when the format has no pages that are shown. */
  readonly bbox: BoundingBox | null;
  /** The label beside which it stood, as written; null when no label led to it. */
  readonly label: string | null;
  /** How it was found, such as `label`, `letterhead`, `known-party` or `e-invoice`. */
  readonly method: string;
  /** What its own check said, such as the check digits of an IBAN; null if there is none. */
  readonly check: "passed" | "failed" | null;
}

/** What a document is, as far as its text says. */
export interface Judgement {
  readonly documentClass: string;
  /** 0 to 1. */
  readonly score: number;
  /** The next best classes, best first, at most three. */
  readonly alternatives: readonly { readonly documentClass: string; readonly score: number }[];
  /** A BCP 47 tag such as `de`; null when too little text says it. */
  readonly language: string | null;
  readonly fields: readonly JudgedField[];
  /** Of reading and of judging. */
  readonly findings: readonly Finding[];
}
