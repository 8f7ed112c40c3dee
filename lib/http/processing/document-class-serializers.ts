import type { z } from "zod";
import type { DocumentClass } from "@/lib/processing/rules/judgement";
import { pick } from "../core/pick";
import { documentClassPage, documentClassRecord } from "./document-class-schemas";

/** A class as it is answered. */
export const renderDocumentClass = (found: DocumentClass): z.infer<typeof documentClassRecord> =>
  documentClassRecord.parse(pick(documentClassRecord, found));

/** Every class on one page: there are never more than a few hundred. */
export const renderDocumentClasses = (
  classes: readonly DocumentClass[],
): z.infer<typeof documentClassPage> =>
  documentClassPage.parse({ items: classes.map(renderDocumentClass), nextCursor: null });
