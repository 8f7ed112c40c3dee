import { userEndpoint, withApi } from "@/app/endpoints";
import { createBulkWork, getBulkWork } from "@/lib/documents/use-cases/bulk-work";
import { renderBulkWork, type ShownBulkWork } from "@/lib/http/documents/bulk-schemas";

const SHOWN_MAX = 5;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor }) => {
      const works = await ports.bulkWorks.listShown(actor.id, SHOWN_MAX);
      return { status: 200, body: { items: works.map(renderBulkWork) } satisfies ShownBulkWork };
    },
  }),
  POST: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor: person }) => {
      const id = await createBulkWork(ports, person);
      return { status: 201, body: renderBulkWork(await getBulkWork(ports, { person, id })) };
    },
  }),
});
