import { userEndpoint, withApi } from "@/app/endpoints";
import { loadPageWithFile } from "@/app/load-document-page";
import {
  readPositionCursor,
  writePositionCursor,
} from "@/lib/http/documents/document-list-schemas";
import {
  nextBody,
  type QueuedDocumentBody,
  readQueueQuery,
} from "@/lib/http/review/cockpit-schemas";
import { nextForReview, queueOf } from "@/lib/review/use-cases/review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "reviewer",
    body: nextBody,
    handle: async ({ ports, actor, query, body: { except, cursor } }) => {
      const queue = await queueOf(ports, readQueueQuery(query));
      const after = readPositionCursor(cursor, queue);
      const next = await nextForReview(ports, { person: actor, ...queue, after, except });
      const document = next.uuid === null ? null : await loadPageWithFile(ports, actor, next.uuid);
      const nextCursor = writePositionCursor(next.nextAfter, queue);
      return { status: 200, body: { document, nextCursor } satisfies QueuedDocumentBody };
    },
  }),
});
