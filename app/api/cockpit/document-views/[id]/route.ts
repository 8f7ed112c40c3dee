import { userEndpoint, withApi } from "@/app/endpoints";
import { documentsPath, readDocumentsAddress } from "@/components/documents/documents-query";
import { changeView, deleteView } from "@/lib/documents/use-cases/saved-views";
import { changeViewBody, renderSavedView } from "@/lib/http/documents/saved-view-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PATCH: userEndpoint({
    role: "reader",
    body: changeViewBody,
    handle: async ({ ports, actor: person, params, body }) => {
      const address =
        body.address === undefined ? undefined : documentsPath(readDocumentsAddress(body.address));
      const view = await changeView(ports, { person, ...params, ...body, address });
      const names = await ports.actorNames.namesOf([view.userId]);
      return { status: 200, body: renderSavedView(view, { person, names }) };
    },
  }),
  DELETE: userEndpoint({
    role: "reader",
    handle: async ({ ports, actor: person, params }) => {
      await deleteView(ports, { person, ...params });
      return { status: 204 };
    },
  }),
});
