import { userEndpoint, withApi } from "@/app/endpoints";
import { loadNamedNotification } from "@/app/load-named-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, params }) => ({
      status: 200,
      body: await loadNamedNotification(ports, params.id),
    }),
  }),
});
