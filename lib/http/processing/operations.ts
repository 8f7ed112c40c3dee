import type { z } from "zod";
import { type DeclaredOperations, ok } from "../core/operation";
import {
  documentClassPage,
  documentClassRecord,
  putDocumentClassBody,
} from "./document-class-schemas";

const tag = "Document classes";

const OWN = {
  labels: { en: "Service contract", de: "Wartungsvertrag" },
  isActive: true,
  keywords: ["service contract", "Wartungsvertrag"],
  fields: [
    {
      name: "contractNumber",
      type: "identifier",
      isRequired: true,
      labels: { en: ["Contract number"], de: ["Vertragsnummer", "Vertrags-Nr."] },
    },
  ],
} as const;

const EXAMPLE: z.infer<typeof documentClassRecord> = {
  id: "service-contract",
  isShipped: false,
  labels: OWN.labels,
  isActive: true,
  keywords: [...OWN.keywords],
  fields: OWN.fields.map((field) => ({
    ...field,
    labels: { en: [...field.labels.en], de: [...field.labels.de] },
  })),
};

/** The operations on document classes and on the fields that processing extracts. */
export const CLASS_OPERATIONS = {
  listDocumentClasses: {
    method: "get",
    path: "/external-api/document-classes",
    tag,
    summary: "List document classes",
    description:
      "The classes that come with Stagedoor and the ones that you have added, with the fields that are extracted. All classes are on one page.",
    access: "documents:read",
    success: ok("All classes.", documentClassPage, { items: [EXAMPLE], nextCursor: null }),
  },
  putDocumentClass: {
    method: "put",
    path: "/external-api/document-classes/{documentClass}",
    tag,
    summary: "Add or replace a document class",
    description:
      "For a class that comes with Stagedoor, only `isActive` can be changed. Documents that are already classified keep their class. You can add up to 200 classes.",
    access: "configuration:write",
    body: {
      schema: putDocumentClassBody,
      examples: { own: OWN, shipped: { isActive: false } },
      samplePaths: { shipped: { documentClass: "lease" } },
    },
    success: ok("The class after the change.", documentClassRecord, EXAMPLE),
    codes: ["validation-failed"],
  },
} satisfies DeclaredOperations;
