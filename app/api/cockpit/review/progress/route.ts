import { userEndpoint, withApi } from "@/app/endpoints";
import { renderDocumentCount } from "@/lib/http/documents/document-list-schemas";
import { type ReviewProgress, readProgressQuery } from "@/lib/http/review/cockpit-schemas";
import { countDecided, countLeft, queueOf } from "@/lib/review/use-cases/review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor, query }) => {
      const { since, ...queue } = readProgressQuery(query);
      const { filter } = await queueOf(ports, queue);
      const [decided, left] = await Promise.all([
        countDecided(ports, { person: actor, since }),
        countLeft(ports, { person: actor, filter }),
      ]);
      return {
        status: 200,
        body: {
          decided,
          left: renderDocumentCount(left),
          waitingStatuses: [...filter.statuses],
        } satisfies ReviewProgress,
      };
    },
  }),
});
