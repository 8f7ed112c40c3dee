import { userEndpoint, withApi } from "@/app/endpoints";
import { exportAssets } from "@/lib/assets/use-cases/asset-imports";
import { assetExportQuery } from "@/lib/http/assets/import-schemas";
import { readQuery } from "@/lib/http/core/requests/read-query";

const EVERYTHING = { identifier: null, folder: null, name: null, isArchived: null } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query }) => ({
      status: 200,
      texts: exportAssets(ports, EVERYTHING, readQuery(query, assetExportQuery).separator),
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="assets.csv"',
      },
    }),
  }),
});
