import { fileURLToPath } from "node:url";
import { withPayload } from "@payloadcms/next/withPayload";

/** Without this setting, Next would treat the surrounding checkout as the project. */
const root = fileURLToPath(new URL(".", import.meta.url));

export default withPayload({
  poweredByHeader: false,
  outputFileTracingRoot: root,
  turbopack: { root },
});
