import { fileURLToPath } from "node:url";

/** Next itself comes from the packages of the checkout. */
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** @type {import("next").NextConfig} */
const config = { poweredByHeader: false, outputFileTracingRoot: root, turbopack: { root } };

export default config;
