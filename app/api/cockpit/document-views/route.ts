import { userEndpoint, withApi } from "@/app/endpoints";
import { documentsPath, readDocumentsAddress } from "@/components/documents/documents-query";
import { saveView } from "@/lib/documents/use-cases/saved-views";
import { renderSavedView, saveViewBody } from "@/lib/http/documents/saved-view-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, actor: person }) => {
      const views = await ports.savedViews.list(person.id);
      const names = await ports.actorNames.namesOf([...new Set(views.map(({ userId }) => userId))]);
      const items = views.map((view) => renderSavedView(view, { person, names }));
      return { status: 200, body: { items } };
    },
  }),
  POST: userEndpoint({
    role: "reader",
    body: saveViewBody,
    handle: async ({ ports, actor: person, body }) => {
      const address = documentsPath(readDocumentsAddress(body.address));
      const view = await saveView(ports, { person, ...body, address });
      const names = await ports.actorNames.namesOf([view.userId]);
      return { status: 201, body: renderSavedView(view, { person, names }) };
    },
  }),
});
