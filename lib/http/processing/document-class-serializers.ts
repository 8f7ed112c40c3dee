import type { z } from "zod";
import type { DocumentClass } from "@/lib/processing/rules/judging/judgement";
import { pick } from "../core/pick";
import { documentClassPage, documentClassRecord } from "./document-class-schemas";

/** Returns a class for a response. */
export const renderDocumentClass = (found: DocumentClass): z.infer<typeof documentClassRecord> =>
  documentClassRecord.parse(pick(documentClassRecord, found));

/** Returns all classes on one page, because there are never more than a few hundred. */
export const renderDocumentClasses = (
  classes: readonly DocumentClass[],
): z.infer<typeof documentClassPage> =>
  documentClassPage.parse({ items: classes.map(renderDocumentClass), nextCursor: null });
