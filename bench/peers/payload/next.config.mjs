import { fileURLToPath } from "node:url";
import { withPayload } from "@payloadcms/next/withPayload";

/** Without it Next would take the checkout around this folder for the project. */
const root = fileURLToPath(new URL(".", import.meta.url));

export default withPayload({
  poweredByHeader: false,
  outputFileTracingRoot: root,
  turbopack: { root },
});
