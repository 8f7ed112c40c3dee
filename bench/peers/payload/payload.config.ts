import { postgresAdapter } from "@payloadcms/db-postgres";
import { buildConfig } from "payload";
import { documents } from "./documents";
import { notify } from "./notify";
import { settings } from "./settings";
import { makeSystem, systems } from "./systems";

export default buildConfig({
  secret: settings.secret,
  collections: [systems, documents],
  db: postgresAdapter({
    idType: "uuid",
    // The same size as the product's pool.
    pool: { connectionString: settings.databaseUrl, max: 10 },
    push: false,
  }),
  jobs: { tasks: [notify] },
  // References are not resolved by default, which saves queries.
  defaultDepth: 0,
  typescript: { autoGenerate: false },
  graphQL: { disable: true },
  telemetry: false,
  logger: { options: { level: "warn" } },
  onInit: makeSystem,
});
