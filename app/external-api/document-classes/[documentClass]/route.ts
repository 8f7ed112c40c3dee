import { endpoint, withApi } from "@/app/endpoints";
import { putDocumentClassBody } from "@/lib/http/processing/document-class-schemas";
import { renderDocumentClass } from "@/lib/http/processing/document-class-serializers";
import { readDocumentClassId } from "@/lib/http/processing/read-document-class-id";
import { putDocumentClass } from "@/lib/processing/use-cases/put-document-class";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ documentClass: string }>({
  PUT: endpoint({
    scope: "configuration:write",
    body: putDocumentClassBody,
    handle: async ({ ports, params, body }) => {
      const id = readDocumentClassId(params.documentClass);
      return {
        status: 200,
        body: renderDocumentClass(await putDocumentClass(ports, { id, ...body })),
      };
    },
  }),
});
