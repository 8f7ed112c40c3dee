import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  CollectionConfig,
} from "payload";
import { findFile, signUpload } from "./object-store";

/** `?verify=1` selects the variant that looks for the file before it accepts a report. */
const verify: CollectionBeforeChangeHook = async ({ data, operation, originalDoc, req }) => {
  if (operation !== "update" || req.query.verify !== "1") return data;
  return { ...data, ...(await findFile(originalDoc.id)) };
};

/** The job is queued in the same transaction as the change, so that neither exists without the other. */
const tell: CollectionAfterChangeHook = async ({ doc, previousDoc, operation, req }) => {
  const isNew = operation === "create";
  if (isNew || doc.status !== previousDoc.status) {
    const previousStatus = isNew ? null : previousDoc.status;
    const input = { uuid: doc.id, currentStatus: doc.status, previousStatus };
    await req.payload.jobs.queue({ task: "notify", input, req });
  }
  return isNew ? { ...doc, uploadSignedUrl: await signUpload(doc.id) } : doc;
};

/** A staged document, as far as a content management system supports one. */
export const documents: CollectionConfig = {
  slug: "documents",
  // Only Payload's administration pages need locks; without locks, an update takes one query less.
  lockDocuments: false,
  hooks: { beforeChange: [verify], afterChange: [tell] },
  fields: [
    { name: "assetIdentifier", type: "text", required: true, index: true },
    { name: "name", type: "text", required: true },
    { name: "status", type: "number", required: true, defaultValue: 1, index: true },
    { name: "fileSize", type: "number" },
    { name: "fileContentType", type: "text" },
  ],
};
