import { userEndpoint, withApi } from "@/app/endpoints";
import { searchEverywhere } from "@/lib/assets/use-cases/search-everywhere";
import { viewerOf } from "@/lib/http/assets/cockpit-schemas";
import {
  documentsFoundBy,
  readEverywhereQuery,
  renderFoundEverywhere,
} from "@/lib/http/documents/document-list-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query, actor, user }) => {
      const text = readEverywhereQuery(query);
      if (text === null) return { status: 200, body: { assets: [], documents: [] } };
      const filter = documentsFoundBy(text);
      const [found, classes] = await Promise.all([
        searchEverywhere(ports, { filter, viewer: viewerOf(user) }),
        ports.vocabulary.listClasses(),
      ]);
      return { status: 200, body: renderFoundEverywhere(found, { reader: actor, classes }) };
    },
  }),
});
