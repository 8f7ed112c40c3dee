import { userEndpoint, withApi } from "@/app/endpoints";
import {
  readDocumentCountQuery,
  renderDocumentCount,
} from "@/lib/http/documents/document-list-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query }) => ({
      status: 200,
      body: renderDocumentCount(await ports.documentLists.count(readDocumentCountQuery(query))),
    }),
  }),
});
