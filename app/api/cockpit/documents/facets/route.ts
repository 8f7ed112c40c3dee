import { userEndpoint, withApi } from "@/app/endpoints";
import { renderDocumentFacets } from "@/lib/http/documents/document-list-schemas";

const CLASSES_MAX = 200;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports }) => {
      const [used, classes, users] = await Promise.all([
        ports.documentLists.listClasses(CLASSES_MAX),
        ports.vocabulary.listClasses(),
        ports.users.list(),
      ]);
      return { status: 200, body: renderDocumentFacets({ used, classes, users }) };
    },
  }),
});
