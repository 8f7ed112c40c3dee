import { userEndpoint, withApi } from "@/app/endpoints";
import { skipBody } from "@/lib/http/review/cockpit-schemas";
import { skipDocument } from "@/lib/review/use-cases/review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  PUT: userEndpoint({
    role: "reviewer",
    body: skipBody,
    handle: async ({ ports, actor, params, body }) => {
      await skipDocument(ports, { person: actor, ...params, ...body });
      return { status: 204 };
    },
  }),
});
