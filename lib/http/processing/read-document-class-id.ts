import { validationFailed } from "../core/requests/read-json-body";
import { documentClassId } from "./document-class-schemas";

/**
 * Reads the id of a class from a path.
 * @throws DomainError `validation-failed` at `#/documentClass`
 */
export function readDocumentClassId(text: string): string {
  const read = documentClassId.safeParse(text);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const message = issue?.message ?? "is not an id";
  throw validationFailed([{ code: "custom", path: ["documentClass"], message }]);
}
