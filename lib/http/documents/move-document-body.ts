import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { object, textBy } from "../core/schemas";

/** The body of `PATCH /external-api/staged-documents/{uuid}` and of the corresponding cockpit call. */
export const moveDocumentBody = object({
  assetIdentifier: textBy(assetIdentifierProblem).meta({
    description: "The asset that the document belongs to from now on. It need not exist yet.",
    minLength: 1,
    maxLength: 255,
  }),
});
