import { endpoint, withApi } from "@/app/endpoints";
import { renderDocumentClasses } from "@/lib/http/processing/document-class-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports }) => ({
      status: 200,
      body: renderDocumentClasses(await ports.vocabulary.listClasses()),
    }),
  }),
});
