import { userEndpoint, withApi } from "@/app/endpoints";
import { readQuery } from "@/lib/http/core/requests/read-query";
import { documentPagesQuery, renderDocumentPages } from "@/lib/http/processing/cockpit-schemas";
import { listDocumentPages } from "@/lib/processing/use-cases/list-document-pages";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, params, query }) => {
      const options = readQuery(query, documentPagesQuery);
      const found = await listDocumentPages(ports, { ...params, ...options });
      return { status: 200, body: renderDocumentPages(found) };
    },
  }),
});
