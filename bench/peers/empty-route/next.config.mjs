import { fileURLToPath } from "node:url";

/** The folder of the checkout, whose packages include Next. */
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** @type {import("next").NextConfig} */
const config = { poweredByHeader: false, outputFileTracingRoot: root, turbopack: { root } };

export default config;
