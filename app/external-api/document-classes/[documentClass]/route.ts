import { implement, withOperations } from "@/app/endpoints";
import {
  readDocumentClassId,
  renderDocumentClass,
} from "@/lib/http/processing/document-class-schemas";
import { CLASS_OPERATIONS } from "@/lib/http/processing/operations";
import { authorOf } from "@/lib/kernel/rules/actor";
import { putDocumentClass } from "@/lib/processing/use-cases/put-document-class";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(CLASS_OPERATIONS.putDocumentClass, async ({ ports, actor, params, body }) => {
    const id = readDocumentClassId(params.documentClass);
    const saved = await putDocumentClass(ports, { id, ...body }, authorOf(actor));
    return { status: 200, body: renderDocumentClass(saved) };
  }),
);
