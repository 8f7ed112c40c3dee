import { userEndpoint, withApi } from "@/app/endpoints";
import { claimBody, renderClaim } from "@/lib/http/review/cockpit-schemas";
import { holdDocument, releaseDocument } from "@/lib/review/use-cases/review";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  PUT: userEndpoint({
    role: "reviewer",
    body: claimBody,
    handle: async ({ ports, actor, params, body }) => {
      const claim = await holdDocument(ports, { person: actor, ...params, ...body });
      const names = await ports.actorNames.namesOf([claim.userId]);
      const name = names.get(claim.userId) ?? null;
      return { status: 200, body: renderClaim(claim, { personId: actor.id, name }) };
    },
  }),
  DELETE: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor, params }) => {
      await releaseDocument(ports, { person: actor, ...params });
      return { status: 204 };
    },
  }),
});
