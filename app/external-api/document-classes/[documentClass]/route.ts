import { endpoint, withApi } from "@/app/endpoints";
import {
  putDocumentClassBody,
  readDocumentClassId,
  renderDocumentClass,
} from "@/lib/http/processing/document-class-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";
import { putDocumentClass } from "@/lib/processing/use-cases/put-document-class";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ documentClass: string }>({
  PUT: endpoint({
    scope: "configuration:write",
    body: putDocumentClassBody,
    handle: async ({ ports, actor, params, body }) => {
      const id = readDocumentClassId(params.documentClass);
      const saved = await putDocumentClass(ports, { id, ...body }, authorOf(actor));
      return { status: 200, body: renderDocumentClass(saved) };
    },
  }),
});
