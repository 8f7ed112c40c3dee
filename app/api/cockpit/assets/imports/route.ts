import { userEndpoint, withApi } from "@/app/endpoints";
import { importAssets, previewImport } from "@/lib/assets/use-cases/asset-imports";
import { IMPORT_FILE, importQuery } from "@/lib/http/assets/import-schemas";
import { renderImport } from "@/lib/http/assets/import-serializers";
import { readQuery } from "@/lib/http/core/requests/read-query";
import { authorOf } from "@/lib/kernel/rules/actor";

/**
 * The only request with a file that Next handles. It imports a CSV file of at most 5 MB from an administrator, and the
 * file is never stored (decision 0059).
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "administrator",
    file: IMPORT_FILE,
    handle: async ({ ports, actor, query, file }) => {
      const { dryRun: isDryRun, digest } = readQuery(query, importQuery);
      if (isDryRun) {
        const preview = await previewImport(ports, file);
        const body = renderImport(preview.plan, { isDryRun, digest: preview.digest });
        return { status: 200, body };
      }
      const plan = await importAssets(ports, { file, digest, author: authorOf(actor) });
      return { status: 200, body: renderImport(plan, { isDryRun, digest: null }) };
    },
  }),
});
