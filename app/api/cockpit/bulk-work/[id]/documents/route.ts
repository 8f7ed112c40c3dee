import { userEndpoint, withApi } from "@/app/endpoints";
import { addToBulkWork, listBulkExceptions } from "@/lib/documents/use-cases/bulk-work";
import {
  type AddedToBulkWork,
  addToBulkWorkBody,
  readExceptionsQuery,
  renderBulkExceptions,
} from "@/lib/http/documents/bulk-schemas";
import {
  readDocumentListQuery,
  writePositionCursor,
} from "@/lib/http/documents/document-list-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor: person, params, query }) => {
      const page = readExceptionsQuery(query);
      const exceptions = await listBulkExceptions(ports, { person, ...params, ...page });
      return { status: 200, body: renderBulkExceptions(exceptions) };
    },
  }),
  POST: userEndpoint({
    role: "reviewer",
    body: addToBulkWorkBody,
    handle: async ({ ports, actor: person, params, query, body: { uuids } }) => {
      const list = readDocumentListQuery(query);
      const selection = uuids ?? list;
      const { count, nextAfter } = await addToBulkWork(ports, { person, ...params, selection });
      const nextCursor = writePositionCursor(nextAfter, list);
      return { status: 200, body: { count, nextCursor } satisfies AddedToBulkWork };
    },
  }),
});
